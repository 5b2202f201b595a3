// Renders form fields shared by several pages.
import { html, type Html } from "../../../review/publishers/html/template.ts";
import { reviewsWords } from "../../../review/words/pages/reviews-page-texts.ts";
import type { Visit } from "../page.ts";

export function searchField(name: string, label: string, hint: string, value: string | null): Html {
  return html`<label class="field"
    ><span>${label}</span
    ><input
      type="search"
      name="${name}"
      value="${value ?? ""}"
      placeholder="${hint}"
      autocomplete="off"
      spellcheck="false"
  /></label>`;
}

/** With "any" first, unless a choice is required. */
export function chooser(
  name: string,
  label: string,
  options: readonly { value: string; says: string }[],
  chosen: string | null,
  { must = false }: { must?: boolean } = {},
): Html {
  return html`<label class="field"
    ><span>${label}</span
    ><select name="${name}">
      ${!must && html`<option value="">${reviewsWords.any}</option>`}
      ${options.map(
        ({ value, says }) => html`<option value="${value}" ${value === chosen && html`selected`}>${says}</option>`,
      )}
    </select></label
  >`;
}

/** The CSRF field of every form. */
export function formKey({ csrf }: Pick<Visit, "csrf">): Html {
  return html`<input type="hidden" name="csrf" value="${csrf}" />`;
}
