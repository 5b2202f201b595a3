// Reads issues by reference; missing or invisible ones are left out.
import type { LinkedText } from "../../change/github.ts";
import { issuePlaces, issueTexts, type IssueTextsVariables } from "./queries/issue-texts.ts";
import type { Requests } from "./request.ts";
import type { PullRequestRef } from "../../pull-request.ts";

interface Asked {
  reference: string;
  owner: string;
  name: string;
  number: number;
}

const form = /^(?:([\w.-]{1,100})\/([\w.-]{1,100}))?#(\d{1,9})$/;

export async function readIssues(
  requests: Requests,
  pull: PullRequestRef,
  references: readonly string[],
): Promise<LinkedText[]> {
  const asked = [...new Set(references)].flatMap((reference) => parse(reference, pull)).slice(0, issuePlaces);
  if (asked.length === 0) return [];
  const data = await requests.query(issueTexts, variablesOf(asked), () => true);
  return asked.flatMap(({ reference }, place) => {
    const found = data[`issue${place}`]?.issueOrPullRequest;
    return found?.title === undefined ? [] : [{ reference, title: found.title, body: found.body ?? "" }];
  });
}

function parse(reference: string, pull: PullRequestRef): Asked[] {
  const match = form.exec(reference);
  if (!match) return [];
  const [, owner = pull.owner, name = pull.repo, number] = match;
  return [{ reference, owner, name, number: Number(number) }];
}

function variablesOf(asked: readonly Asked[]): IssueTextsVariables {
  const variables: IssueTextsVariables = {};
  for (let place = 0; place < issuePlaces; place += 1) {
    const { owner = "", name = "", number = 0 } = asked[place] ?? {};
    variables[`asked${place}`] = place < asked.length;
    variables[`owner${place}`] = owner;
    variables[`name${place}`] = name;
    variables[`number${place}`] = number;
  }
  return variables;
}
