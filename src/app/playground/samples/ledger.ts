// Defines a sample repository in Python: accounts and transfers. Its reviews wait for confirmation.
import { config } from "./shop.ts";
import type { SampleFiles } from "./sample.ts";

export const transfer = (body: string) => `"""Moves money between two accounts, in cents."""

from app.accounts import Account, Refused
from app.outbox import publish


def transfer(source: Account, target: Account, cents: int) -> None:
    source.withdraw(cents)
    target.deposit(cents)
${body}`;

const publishedEvent = `    publish("transferred", source.number, target.number, cents)
`;

export const swallowedError = `    try:
        publish("transferred", source.number, target.number, cents)
    except Exception:
        pass
`;

export const publishedLine = `    try:
        publish("transferred", source.number, target.number, cents)
    except OSError as error:
        raise Refused("the outbox cannot be reached") from error
`;

const accounts = (condition: string) => `"""What a customer has, in cents."""


class Refused(Exception):
    """Not done, and why."""


class Account:
    def __init__(self, number: str, cents: int = 0) -> None:
        self.number = number
        self.cents = cents

    def deposit(self, cents: int) -> None:
        self.cents += cents

    def withdraw(self, cents: int) -> None:
        if ${condition}:
            raise Refused("not enough money")
        self.cents -= cents
`;

export const ledgerFiles: SampleFiles = {
  ".crosscheck.yml": config.replace("autoApprove: clean\n", "publish: confirm\nautoApprove: clean\n"),
  "README.md": "# ledger\n\nAccounts and transfers.\n\n    python -m pytest\n",
  "app/__init__.py": "",
  "app/accounts.py": accounts("cents > self.cents"),
  "app/outbox.py": `"""Tells other services what happened."""

import json
import socket


def publish(event: str, *about: object) -> None:
    with socket.create_connection(("outbox", 7070), timeout=2) as line:
        line.sendall(json.dumps([event, *about]).encode())
`,
  "app/transfer.py": transfer(publishedEvent),
  "pyproject.toml": `[project]\nname = "ledger"\nversion = "0.3.0"\nrequires-python = ">=3.12"\n`,
  "tests/test_accounts.py": `from app.accounts import Account


def test_withdraws():
    account = Account("1", 500)
    account.withdraw(200)
    assert account.cents == 300
`,
};
