// Renders the pages for a pull request of the visitor's own: choose a file, edit it, submit.
import { html, type Html } from "../../../review/publishers/html/template.ts";
import { playgroundWords as words } from "../../../review/words/playground-texts.ts";
import type { SimulatedRepository } from "../../../standin/github/state.ts";
import { NotHere, type Page, type Visit } from "../../dashboard/page.ts";
import { chooser, formKey } from "../../dashboard/parts/fields.ts";
import type { PlaygroundSession } from "../playground-session.ts";
import { newPath, requestedPull, pullPath, pullPattern, start } from "./paths.ts";

export const newPage = (ground: PlaygroundSession): Page => ({
  method: "get",
  path: newPath,
  async run(visit) {
    const names = ground.repositories.map(({ repository }) => repository.name);
    const name = visit.query("repository") ?? names[0]!;
    const repository = ground.repository(name);
    if (repository === null) throw new NotHere();
    const { path, text, paths } = await chosenFile(ground, repository, "main", visit);
    const options = names.map((value) => ({ value, says: `${ground.owner}/${value}` }));
    const body = html`<h1>${words.own}</h1>
      <p class="pg-lead">${words.ownLead}</p>
      <form class="bar-form" method="get" action="${newPath}">
        ${chooser("repository", words.chooseRepository, options, name, { must: true })}
        ${chooser("path", words.chooseFile, named(paths), path, { must: true })}
        <button>${words.choose}</button>
      </form>
      <form class="pg-edit" method="post" action="${newPath}">
        ${formKey(visit)}<input type="hidden" name="repository" value="${name}" /><input
          type="hidden"
          name="path"
          value="${path}"
        />
        ${textField(path, text)}
        <label class="field"
          ><span>${words.pullTitle}</span
          ><input name="title" required maxlength="200" placeholder="${words.pullTitleHint}" autocomplete="off"
        /></label>
        <p><button class="primary">${words.send}</button> <a href="${start}">${words.cancel}</a></p>
      </form>`;
    return { is: "page", title: words.own, section: "playground", body };
  },
});

export const openOwn = (ground: PlaygroundSession): Page => ({
  method: "post",
  path: newPath,
  async run(visit) {
    const repository = ground.repository(visit.field("repository"));
    if (repository === null) throw new NotHere();
    const pull = await ground.openOwn(repository, {
      path: visit.field("path"),
      text: unixLines(visit.field("text")),
      title: visit.field("title"),
    });
    return { is: "to", path: pullPath(ground, pull) };
  },
});

export const editPage = (ground: PlaygroundSession): Page => ({
  method: "get",
  path: `${pullPattern}/edit`,
  async run(visit) {
    const pull = requestedPull(ground, visit);
    const { path, text } = await chosenFile(
      ground,
      ground.repository(visit.param("repository"))!,
      pull.head.oid,
      visit,
    );
    const back = pullPath(ground, pull);
    const title = words.editTitle(path);
    const body = html`<h1>${title}</h1>
      <form class="pg-edit" method="post" action="${back}/edit">
        ${formKey(visit)}<input type="hidden" name="path" value="${path}" /> ${textField(path, text)}
        <p><button class="primary">${words.push}</button> <a href="${back}">${words.back}</a></p>
      </form>`;
    return { is: "page", title, section: "playground", body };
  },
});

export const pushEdit = (ground: PlaygroundSession): Page => ({
  method: "post",
  path: `${pullPattern}/edit`,
  async run(visit) {
    const pull = requestedPull(ground, visit);
    await ground.pushFile(pull, visit.field("path"), unixLines(visit.field("text")));
    return { is: "to", path: pullPath(ground, pull) };
  },
});

/** The file named in the address if it exists, otherwise the first source file. */
async function chosenFile(ground: PlaygroundSession, repository: SimulatedRepository, at: string, visit: Visit) {
  const paths = await ground.paths(repository, at);
  const wished = visit.query("path");
  const path =
    wished !== null && paths.includes(wished) ? wished : (paths.find((one) => /^(?:src|app)\//.test(one)) ?? paths[0]!);
  return { path, paths, text: (await ground.file(repository, at, path)) ?? "" };
}

export function named(paths: readonly string[]): { value: string; says: string }[] {
  return paths.map((path) => ({ value: path, says: path }));
}

function textField(path: string, text: string): Html {
  return html`<label class="field"
    ><span>${words.text}: <span class="path">${path}</span></span
    ><textarea name="text" rows="22" spellcheck="false" class="pg-code">${"\n"}${text}</textarea>
  </label>`;
}

/** Browsers submit text with CRLF line endings. */
function unixLines(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
