// Makes a language of Java and Kotlin follow references, with what the two share.
import type { Tree } from "../../change.ts";
import { jvmHeader } from "./jvm-header.ts";
import {
  areOfTwoBuilds,
  declaresForJvm,
  hasOtherSource,
  JvmReferences,
  jvmBaseFiles,
  jvmSearchTerms,
  seesOtherType,
  type JvmDeclaration,
  type JvmSyntax,
} from "./jvm-references.ts";
import type { ReferenceLanguage, ReferenceTarget } from "./language.ts";
import { declaringFiles, inheritsMember } from "./supertypes.ts";

export type JvmSyntaxOf = (path: string) => JvmSyntax | null;

export function jvmLanguage(
  name: string,
  holds: (path: string) => boolean,
  syntax: JvmSyntax,
  syntaxOf: JvmSyntaxOf,
): ReferenceLanguage {
  return {
    name,
    holds,
    importsFiles: true,
    tokens: syntax.tokens,
    homeOf: (file) => jvmHeader(file).package,
    searchTerms: jvmSearchTerms,
    declares: (file, target) => declaresForJvm(file, target, syntax),
    declaresMember: (file, member) =>
      file.text.includes(member) && syntax.scopes(file).members.some(({ name: own }) => own === member),
    async references(file, targets, modules) {
      const references = new JvmReferences(file, await modules.paths(), syntax);
      for (const target of targets) references.to(target, await declarationOf(target, modules, syntaxOf));
      return references.result();
    },
    async stillResolves({ target, written, how }, file, tree) {
      const paths = await tree.paths();
      if (how === "use" && written === target.name && seesOtherType(file, target, paths)) return true;
      if (hasOtherSource(paths, target) || areOfTwoBuilds(file.path, target.path, paths)) return true;
      if (target.within === null || target.kind === "class" || target.kind === "type") return false;
      const read = declaringFiles(tree);
      return await inheritsMember(
        { path: target.path, within: target.within, name: target.name },
        (path) => read(path, syntaxOf(path)),
        (base, from) => jvmBaseFiles(base, from, paths),
      );
    },
  };
}

async function declarationOf(target: ReferenceTarget, modules: Tree, syntaxOf: JvmSyntaxOf): Promise<JvmDeclaration> {
  const { name, within, kind, path } = target;
  const none = { overrides: false, isExtension: false, isPrivate: false, facade: null };
  if (name === "*" || kind === "class" || kind === "type") return none;
  const known = await declaringFiles(modules)(path, syntaxOf(path));
  if (known === null) return none;
  const { text, scopes } = known;
  const own = scopes.members.filter((member) => member.name === name && member.within === within);
  const named = /@file:\s*JvmName\(\s*"(\w+)"/.exec(text)?.[1];
  return {
    overrides: own.some((member) => member.overrides),
    isPrivate: own.some((member) => member.isPrivate),
    isExtension: own.some((member) => member.isExtension),
    facade: path.endsWith(".kt") ? (named ?? facadeOf(path)) : null,
  };
}

function facadeOf(path: string): string {
  const stem = path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  return `${stem.charAt(0).toUpperCase()}${stem.slice(1)}Kt`;
}
