// Recognises CSS frameworks and library prefixes whose classes have no rule in the repository.
import { readText } from "../../changed-text.ts";
import type { Tree } from "../../../change/change.ts";
import { fileName } from "../../../change/paths.ts";
import { oneOf } from "../../../change/word-patterns.ts";

const frameworks = oneOf(`
  @?tailwindcss unocss @unocss windicss @?bootstrap\\d? bootstrap-sass bootstrap-vue react-bootstrap bulma foundation-sites
  daisyui uikit semantic-ui[\\w-]{0,20} fomantic-ui[\\w-]{0,20} materialize-css tachyons primeflex @primer\\/css govuk-frontend uswds
  @patternfly @clr @carbon\\/styles vuetify quasar @ionic tailwindcss-rails milligram purecss spectre.css
`);
const frameworkFile = /^(?:tailwind|uno|unocss|windi)\.config\.\w+$|^bootstrap(?:[.-]\w+){0,3}\.(?:css|scss|less)$/i;
const manifest = /^(?:package\.json|bower\.json|Gemfile|composer\.json|importmap\.rb)$/;
const manifestEntry = new RegExp(`["'\\s]${frameworks}(?:[/"']|$)`, "im");
const styleImport = new RegExp(
  `@tailwind\\b|@(?:import|use|forward|plugin|reference)\\s[^;\\n]{0,200}${frameworks}`,
  "i",
);

/** With more manifests, the dependencies are unknown. */
const mostManifests = 300;

export async function usesFramework(tree: Tree): Promise<boolean> {
  const paths = await tree.paths();
  if (paths.some((path) => frameworkFile.test(fileName(path)))) return true;
  const manifests = paths.filter((path) => manifest.test(fileName(path)));
  if (manifests.length > mostManifests) return true;
  for (const path of manifests) {
    if (manifestEntry.test((await readText(tree, path)) ?? "")) return true;
  }
  return false;
}

export function importsFramework(styles: string): boolean {
  return styleImport.test(styles);
}

/** Prefixes of widget, icon and editor libraries, and hooks that are not for styling. */
const libraryPrefix = new RegExp(
  `^${oneOf(`
    fa[bsrl]? hljs el ant v mdi mat mdc cdk Mui\\w* bi bx swiper leaflet cm cm6 CodeMirror monaco token language algolia
    DocSearch slick ql tippy rc react vue ng p pi q is has js uk bp\\d pf usa slds wp ui btn col row navbar form table
    input nav card modal alert badge dropdown list text bg border icon glyphicon material octicon ti ri lucide no
    theme qa test e2e data sr visually katex mermaid prism shiki mce tox select2 flatpickr xterm
  `)}(?:-|__|_)|^(?:CodeMirror|ProseMirror|material-icons|container|container-fluid|clearfix|sr-only|visually-hidden)$`,
);

export function mayBelongToLibrary(name: string): boolean {
  return libraryPrefix.test(name);
}
