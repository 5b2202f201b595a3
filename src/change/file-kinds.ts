// Classifies files by path alone: test, documentation, vendored, generated, other noise, language, layer. No other
// module makes these decisions, except that each test runner decides which files it collects.
import { folderPattern, oneOf } from "./word-patterns.ts";

export const fileCategories = ["source", "test", "config", "docs", "infra"] as const;
export type FileCategory = (typeof fileCategories)[number];

const testSupport =
  "utils? helpers? support setup data files? fixtures? cases? vectors? suites? mocks? resources? common";
const testFolder = folderPattern(`
  tests? specs? __tests?__ __mocks__ testing testsuite e2e cypress test[-_]?${oneOf(testSupport)}
  ${oneOf("unit integration functional acceptance smoke regression system contract end-?to-?end e2e")}[-_]?tests?
  fixtures? __fixtures__ __testfixtures__ testdata
`);
/** Test projects in C# and Swift: `Shop.Tests/`, `Shop.UnitTests/`, `ShopUITests/`. */
const testProject = /(?:^|\/)[\w.]*(?:\.Tests?|[a-zA-Z0-9]Tests)\//;
const testName =
  /(?:^|\/)(?:test_[^/]+|conftest)\.py$|[._-](?:tests?|specs?|e2e|cy)\.[a-z]+$|(?:Tests?|IT|Spec)\.(?:java|kt|cs|scala|groovy|php|swift)$|(?:^|\/)tests?\.rs$/;
/** Shared test code: `test-utils.ts`, `test_helpers.py`, `setupTests.ts`, `OrderTestBase.java`. */
const testSupportName = new RegExp(
  `(?:^|[/._-])(?:[Tt]est[-_]?|[a-z]+-test-)${oneOf(testSupport)}(?:\\.[\\w-]+)*\\.[a-z]+$|(?:^|/)setup-?[Tt]ests?\\.[a-z]+$|[a-z0-9]Test(?:Base|Case|Utils?|Helpers?|Suite)\\.\\w+$`,
);
const fixtureFolder = folderPattern(`
  fixtures? __fixtures__ __testfixtures__ testdata test-data test_data cases samples? golden corpus mocks? stubs?
`);
const sampleFolder = folderPattern(`
  [\\w.-]*fixtures? mocks? examples? templates? samples? playgrounds? skeletons? boilerplates? demos? benchmarks?
  cases repro reproductions? snapshots? __snapshots__
`);
const exampleFolder = folderPattern("examples? docs? documentation website www site");
const infraPath =
  /(^|\/)\.github\/(workflows|actions)\/|(^|\/)(\.gitlab-ci|\.travis|appveyor|azure-pipelines|bitbucket-pipelines|cloudbuild|Jenkinsfile)|(^|\/)\.circleci\/|(^|\/)(Dockerfile|Containerfile)|\.dockerfile$|(^|\/)(docker-)?compose[^/]*\.ya?ml$|\.(tf|tfvars|hcl|bicep)$|(^|\/)(terraform|k8s|kubernetes|helm|ansible|deploy|deployment|infra|infrastructure)\/|(^|\/)(Chart\.ya?ml|Vagrantfile|Procfile|Makefile|CMakeLists\.txt|Justfile|action\.ya?ml)$/i;
const proseEnding = /\.(?:md|mdx|mdc|markdown|rst|adoc|asciidoc|txt|text|org|tex)$/i;
const proseName =
  /(?:^|\/)(?:LICEN[CS]E|NOTICE|AUTHORS|CONTRIBUTORS|CHANGELOG|README|CODEOWNERS|SECURITY|CONTRIBUTING)[^/.]*$/i;
const textForPrograms = /(?:^|\/)(?:requirements[^/]*|constraints[^/]*|robots|CMakeLists)\.txt$/i;
const docsPath =
  /(?:^|\/)(?:docs?|documentation|man)\/|(?:^|\/)(?:LICEN[CS]E|NOTICE|AUTHORS|CONTRIBUTORS|CHANGELOG|README|CODEOWNERS|SECURITY|CONTRIBUTING)[^/]*$/i;
const configPath =
  /\.(json|jsonc|json5|ya?ml|toml|ini|cfg|conf|properties|env|lock|plist|editorconfig|xml|gradle|kts|csproj|sln|props|targets|gemspec|podspec)$|(^|\/)\.[^/]+$|(^|\/)\.env[^/]*$|\.config\.[cm]?[jt]s$|(^|\/)(go\.(mod|sum)|Gemfile|Rakefile|Pipfile|BUILD|WORKSPACE|requirements[^/]*\.txt)(\.bazel)?$/i;
/** Code is source in any folder and with any name prefix: docs/install.sh, SecurityConfig.kt. */
const dataLanguages = ["Markdown", "YAML", "JSON", "TOML"];

export function categoryOf(path: string): FileCategory {
  if (isTest(path)) return "test";
  if (infraPath.test(path)) return "infra";
  if (isProse(path) || (docsPath.test(path) && !textForPrograms.test(path) && !isCode(path))) return "docs";
  if (configPath.test(path)) return "config";
  return "source";
}

/** Tests, their shared code and their input files. */
export function isTest(path: string): boolean {
  return testFolder.test(path) || testName.test(path) || testProject.test(path) || testSupportName.test(path);
}

/** Input files of a program under test, which may contain anything on purpose. */
export function isFixture(path: string): boolean {
  return fixtureFolder.test(path);
}

/** Material that is not a project of its own: test inputs, examples, templates. */
export function isSample(path: string): boolean {
  return isTest(path) || sampleFolder.test(path);
}

/** Examples and demo sites. */
export function isExample(path: string): boolean {
  return exampleFolder.test(path);
}

/** Documentation in any format, such as docs/openapi.yaml. */
export function isDocumentation(path: string): boolean {
  return categoryOf(path) === "docs";
}

/** Text for people, by extension or name. */
export function isProse(path: string): boolean {
  return (proseEnding.test(path) || proseName.test(path)) && !textForPrograms.test(path);
}

function isCode(path: string): boolean {
  const language = languageOf(path);
  return language !== null && !dataLanguages.includes(language);
}

const languages = new Map(
  Object.entries({
    ts: "TypeScript",
    mts: "TypeScript",
    cts: "TypeScript",
    tsx: "TypeScript",
    js: "JavaScript",
    mjs: "JavaScript",
    cjs: "JavaScript",
    jsx: "JavaScript",
    py: "Python",
    pyi: "Python",
    go: "Go",
    rs: "Rust",
    java: "Java",
    kt: "Kotlin",
    kts: "Kotlin",
    cs: "C#",
    rb: "Ruby",
    php: "PHP",
    c: "C",
    h: "C",
    cc: "C++",
    cpp: "C++",
    cxx: "C++",
    hpp: "C++",
    swift: "Swift",
    scala: "Scala",
    ex: "Elixir",
    exs: "Elixir",
    dart: "Dart",
    lua: "Lua",
    pl: "Perl",
    pm: "Perl",
    r: "R",
    jl: "Julia",
    clj: "Clojure",
    cljs: "Clojure",
    hs: "Haskell",
    erl: "Erlang",
    fs: "F#",
    vb: "Visual Basic",
    zig: "Zig",
    groovy: "Groovy",
    sol: "Solidity",
    sh: "Shell",
    bash: "Shell",
    zsh: "Shell",
    ps1: "PowerShell",
    psm1: "PowerShell",
    sql: "SQL",
    vue: "Vue",
    svelte: "Svelte",
    css: "CSS",
    scss: "CSS",
    less: "CSS",
    html: "HTML",
    md: "Markdown",
    mdx: "Markdown",
    yml: "YAML",
    yaml: "YAML",
    json: "JSON",
    jsonc: "JSON",
    toml: "TOML",
    tf: "Terraform",
    proto: "Protocol Buffers",
    graphql: "GraphQL",
  }),
);

export function languageOf(path: string): string | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot < 0 ? null : (languages.get(name.slice(dot + 1).toLowerCase()) ?? null);
}

/** Languages of data, markup and queries: nothing there is declared, called or caught. */
const otherLanguages = new Set([...dataLanguages, "SQL", "CSS", "HTML", "Terraform", "Protocol Buffers", "GraphQL"]);

export function programmingLanguageOf(path: string): string | null {
  const language = languageOf(path);
  return language === null || otherLanguages.has(language) ? null : language;
}

export const layers = ["UI", "backend", "domain", "storage", "external", "CI"] as const;
export type Layer = (typeof layers)[number];

// The first match wins: the technology in a name is more specific than the folder.
const layerPaths: readonly [Layer, RegExp][] = [
  ["CI", /(^|\/)\.github\/(workflows|actions)\/|(^|\/)(\.gitlab-ci|\.circleci|Jenkinsfile|azure-pipelines)/],
  ["storage", /(^|\/)(migrations?|db|database|storage|repositor(y|ies)|dao|schema|prisma)\/|\.sql$|\.prisma$/i],
  ["external", /(^|\/)(clients?|integrations?|adapters?|connectors?|webhooks?|providers?|gateways?)\//i],
  [
    "UI",
    /\.(tsx|jsx|vue|svelte|css|scss|less|html|hbs|erb|cshtml|xaml|storyboard)$|(^|\/)(components?|views?|pages|ui|frontend|web|templates?|layouts?)\//i,
  ],
  ["domain", /(^|\/)(domain|models?|entities|core)\//i],
  [
    "backend",
    /(^|\/)(server|api|backend|controllers?|routes?|routers?|handlers?|services?|resolvers?|middlewares?|jobs|workers?)\//i,
  ],
];

export function layerOf(path: string): Layer | null {
  return layerPaths.find(([, pattern]) => pattern.test(path))?.[0] ?? null;
}

const jsLockfiles = [
  "package-lock.json",
  "npm-shrinkwrap.json",
  "yarn.lock",
  "pnpm-lock.yaml",
  "bun.lock",
  "bun.lockb",
];

const manifestNames = new Set([
  "package.json",
  ...jsLockfiles,
  "pyproject.toml",
  "poetry.lock",
  "Pipfile",
  "Pipfile.lock",
  "uv.lock",
  "setup.py",
  "setup.cfg",
  "Cargo.toml",
  "Cargo.lock",
  "go.mod",
  "go.sum",
  "Gemfile",
  "Gemfile.lock",
  "composer.json",
  "composer.lock",
  "pom.xml",
  "build.gradle",
  "build.gradle.kts",
  "packages.config",
  "Directory.Packages.props",
  "mix.exs",
  "mix.lock",
]);

export function isManifest(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return manifestNames.has(name) || /^requirements[^/]*\.txt$/.test(name);
}

export function isWorkflow(path: string): boolean {
  return /(^|\/)\.github\/workflows\/[^/]+\.ya?ml$|(^|\/)action\.ya?ml$/.test(path);
}

export type PathNoise = "lockfile" | "generated" | "minified" | "snapshot" | "vendored";

const lockfiles = new Set([
  ...jsLockfiles,
  "deno.lock",
  "poetry.lock",
  "Pipfile.lock",
  "uv.lock",
  "pdm.lock",
  "Cargo.lock",
  "go.sum",
  "Gemfile.lock",
  "composer.lock",
  "mix.lock",
  "flake.lock",
  "packages.lock.json",
  "gradle.lockfile",
  "Podfile.lock",
  "pubspec.lock",
]);
const snapshot = /\.snap$|(^|\/)__snapshots__\/|\.approved\.[a-z]+$|\.ambr$/;
/** `vendors/`, `external/` and `Vendor/` are excluded: they are as often a project's own code. */
const vendored = /(?:^|\/)(?:vendor|vendored|third[-_]party|node_modules|bower_components|Pods)\//;
/** Copies too, as far as manifests go; reviewers still read these folders. */
const vendoredProject = /(?:^|\/)(?:[Tt]hird[-_]?[Pp]arty|externals)\//;
const minified = /\.min\.(js|css|mjs|cjs)$|\.(js|css)\.map$|[.-]bundle\.js$/;
const generated =
  /\.pb\.(go|cc|h)$|_pb2(_grpc)?\.pyi?$|\.g\.(dart|cs)$|\.generated\.[a-z]+$|(^|\/)__generated__\/|\.designer\.cs$|(^|\/)\.(next|nuxt)\//i;
/** Output of a build; below `src/` it is a package of that name. */
const distFolder = /^(?:(?!src\/)[^/]+\/)*?dist\//i;
/** Common output folders of builds. Reviewers still read them: they may be a project's own code. */
const outputFolder = folderPattern("gen build out generated .generated externals");
const machineText = /\.(?:lock|sum|map|patch|diff|rej|orig|po|pot|min\.[a-z]+)$/i;

export function pathNoise(path: string): PathNoise | null {
  if (lockfiles.has(path.slice(path.lastIndexOf("/") + 1))) return "lockfile";
  if (isSnapshot(path)) return "snapshot";
  if (isVendored(path)) return "vendored";
  if (minified.test(path)) return "minified";
  return generated.test(path) || distFolder.test(path) ? "generated" : null;
}

export function isNoisePath(path: string): boolean {
  return pathNoise(path) !== null;
}

export function isSnapshot(path: string): boolean {
  return snapshot.test(path);
}

/** Copied from elsewhere, often only in part. */
export function isVendored(path: string): boolean {
  return vendored.test(path);
}

/** A project copied from elsewhere: nobody works on its manifests here. */
export function isVendoredProject(path: string): boolean {
  return isVendored(path) || vendoredProject.test(path);
}

/** Noise and other files that are rarely hand-written: checks of wording and style skip them. */
export function isNotHandWritten(path: string): boolean {
  return isNoisePath(path) || machineText.test(path) || outputFolder.test(path);
}

const localeFolder = folderPattern(
  "i18n l10n intl locales? langs? languages? translations? lproj values-[a-z-]+ cldr messages",
);
const localeFile = /\.(?:po|pot|arb|xliff|xlf|ftl|strings|resx|lproj)$/i;
/** Named after a language whose script needs joiners or marks. */
const localeName = /(?:^|[/._-])(?:ar|he|fa|ur|yi|ckb|hi|th|km|my|bn|ta|te|ml)(?:[-_][A-Za-z]{2,4})?\.[a-z]+$/i;
/** Where printing is intended: command lines, scripts, examples, playgrounds, loggers and build tooling. */
const printingFolder = folderPattern(`
  bin cli cmd commands? console scripts? tools? tooling tasks? examples? demos? samples? playgrounds? sandbox
  benchmarks? bench benches perf docs? documentation website site templates? scaffold[^/]* create-[^/]+ generators?
  codegen hack dev ci e2e management build logging loggers? reporters? migrations? seeds? seeders? notebooks?
  tutorials? \\.[^/]+
`);
const printingNames = oneOf(`
  cli main manage setup logs? logger logging reporter printer print debug debugger console repl build demo example
  script benchmark gulpfile gruntfile rakefile conf config migrate seed
`);
const printingFile = new RegExp(`(?:^|[/._-])${printingNames}\\.[a-z]+$`, "i");
export function isLocale(path: string): boolean {
  return localeFolder.test(path) || localeFile.test(path) || localeName.test(path);
}

/** A file of translated texts: data, not code that lies beside it. */
export function isTranslation(path: string): boolean {
  return isLocale(path) && !isCode(path);
}

/** Data that is copied, generated or translated; reviewers read it last. */
export function isBoilerplate(path: string): boolean {
  return isTranslation(path) || (isNotHandWritten(path) && !isCode(path));
}

const media =
  /\.(?:png|jpe?g|gif|webp|avif|bmp|ico|icns|tiff?|svgz?|psd|woff2?|ttf|otf|eot|mp[34]|m4[av]|mov|webm|ogg|wav|flac|pdf)$/i;

/** Whether a program, a build or an installation may execute or load it: all but text for people, and media. */
export function isRunnable(path: string): boolean {
  return !isProse(path) && !isTranslation(path) && !media.test(path);
}

export function mayPrint(path: string): boolean {
  return printingFolder.test(path) || printingFile.test(path) || isTest(path) || isFixture(path);
}
