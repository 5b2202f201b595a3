// Inputs that several tools take.
import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import * as z from "zod";
import { UserError } from "../../errors.ts";
import { isInRepository } from "../../world/git/discover.ts";
import { ToolFailure } from "./agent-tool.ts";
import { textParts } from "./text-parts.ts";

export const repoInput = z.string().max(4096).describe("absolute path of the repository");
export const reviewInput = z.string().max(40).describe("the review, as review_start names it");
export const questionInput = z.string().max(40).describe("the question");
export const partInput = z.int().min(1).max(10_000).optional().describe("which part of a long result; 1 if left out");

/** A client may start this program in a folder of its own, so that a relative path would mean nothing. */
export function checkedRepo(repo: string): string {
  if (!isAbsolute(repo) || repo.includes("\0"))
    throw new UserError("`repo` is not an absolute path", "Give the absolute path of the repository's folder.");
  if (!existsSync(repo) || !isInRepository(repo))
    throw new UserError("`repo` is not in a git repository", "Give the absolute path of a folder in one.");
  return repo;
}

export function partOf(text: string, part = 1): string {
  const parts = textParts(text);
  const one = parts[part - 1];
  if (one === undefined)
    throw new ToolFailure(`There ${parts.length === 1 ? "is 1 part" : `are ${parts.length} parts`}.`);
  return parts.length === 1 ? one : `Part ${part} of ${parts.length}.\n\n${one}`;
}
