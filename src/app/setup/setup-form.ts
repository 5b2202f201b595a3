// Parses and validates the set-up form.
import { isLoopbackAddress, type Wishes } from "./manifest.ts";

export type FieldFault =
  | "name-missing"
  | "name-long"
  | "name-unsound"
  | "organization-missing"
  | "organization-unsound"
  | "address-unsound"
  | "address-plain"
  | "address-loopback";

/** The text as typed, so that the form can show it again. */
export interface SetupFormInput {
  name: string;
  owner: "me" | "organization";
  organization: string;
  publicUrl: string;
  contents: "write" | "read";
}

export interface SetupFormResult {
  typed: SetupFormInput;
  faults: readonly FieldFault[];
  /** Null if there are faults. */
  wishes: Wishes | null;
}

/** GitHub's limit. */
const longestName = 34;

export function parseSetupForm(fields: URLSearchParams, githubHost: string): SetupFormResult {
  const text = (name: string) => (fields.get(name) ?? "").trim().slice(0, 300);
  const typed: SetupFormInput = {
    name: text("name"),
    owner: text("owner") === "organization" ? "organization" : "me",
    organization: text("organization").replace(/^@/, ""),
    publicUrl: text("publicUrl"),
    contents: text("contents") === "read" ? "read" : "write",
  };
  const address = parsePublicAddress(typed.publicUrl, githubHost);
  const faults = [
    ...nameFaults(typed.name),
    ...(typed.owner === "organization" ? organizationFaults(typed.organization) : []),
    ...("fault" in address ? [address.fault] : []),
  ];
  if (faults.length > 0 || "fault" in address) return { typed, faults, wishes: null };
  const { name, owner, organization, contents } = typed;
  return {
    typed,
    faults,
    wishes: {
      name,
      organization: owner === "me" ? null : organization,
      publicUrl: address.url,
      resolves: contents === "write",
    },
  };
}

function nameFaults(name: string): FieldFault[] {
  if (name === "") return ["name-missing"];
  if (name.length > longestName) return ["name-long"];
  // GitHub derives the bot's login from it.
  return /^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u.test(name) && /[a-z0-9]/i.test(name) ? [] : ["name-unsound"];
}

function organizationFaults(login: string): FieldFault[] {
  if (login === "") return ["organization-missing"];
  return /^[a-z0-9](?:[a-z0-9_-]{0,98}[a-z0-9])?$/i.test(login) ? [] : ["organization-unsound"];
}

/** The address for webhooks. GitHub on the internet cannot reach loopback, and must be reached over https. */
export function parsePublicAddress(text: string, githubHost: string): { url: string } | { fault: FieldFault } {
  const url = URL.parse(text);
  const sound =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === "" &&
    url.password === "" &&
    url.search === "" &&
    url.hash === "";
  if (!sound) return { fault: "address-unsound" };
  const onInternet = githubHost === "github.com" || githubHost.endsWith(".ghe.com");
  if (onInternet && isLoopbackAddress(url.host)) return { fault: "address-loopback" };
  if (onInternet && url.protocol !== "https:") return { fault: "address-plain" };
  return { url: `${url.origin}${url.pathname.replace(/\/+$/, "")}` };
}
