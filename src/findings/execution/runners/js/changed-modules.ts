// Selects the changed files that tests can import. Manifests and runner configs would concern every test.
import { fileName } from "../../../../change/paths.ts";
import { testOfSnapshot } from "./related-tests.ts";

const module =
  /\.(?:[cm]?[jt]sx?|json|json5|vue|svelte|astro|mdx|css|scss|sass|less|graphql|gql|html|svg|wasm|ya?ml|toml|txt|sql|hbs|ejs|pug|njk)$/;
const aboutProject =
  /^(?:package(?:-lock)?|tsconfig.*|jsconfig.*|deno|lerna|nx|turbo|project|renovate|biome|\..*|npm-shrinkwrap)\.jsonc?$|^(?:pnpm-lock|pnpm-workspace|mkdocs|\..*)\.ya?ml$|^(?:vitest|vite|jest|babel|eslint|prettier|rollup|webpack|tsup)\.(?:config|workspace|setup|projects?)\.|^(?:requirements.*|robots|license)\.txt$|^\./i;

export function changedModules(changed: readonly string[], exists: ReadonlySet<string>): string[] {
  const modules = changed
    .map(testOfSnapshot)
    .filter((path) => module.test(path) && !aboutProject.test(fileName(path)) && exists.has(path));
  return [...new Set(modules)];
}
