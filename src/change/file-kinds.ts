// What kind of file a path names: its category, its language, its layer. By path alone, so that it costs nothing.

export const fileCategories = ["source", "test", "config", "docs", "infra"] as const;
export type FileCategory = (typeof fileCategories)[number];

const testPath =
  /(^|\/)(tests?|specs?|__tests__|__mocks__|testing|testdata|fixtures?|__fixtures__|e2e|cypress)\/|(^|\/)test_[^/]+\.py$|[._-](test|tests|spec|e2e|cy)\.[a-z]+$|_test\.(go|py|rb|exs|cc|cpp|dart)$|_spec\.rb$|(Test|Tests|IT|Spec)\.(java|kt|cs|scala|groovy|php|swift)$|(^|\/)conftest\.py$/;
const infraPath =
  /(^|\/)\.github\/(workflows|actions)\/|(^|\/)(\.gitlab-ci|\.travis|appveyor|azure-pipelines|bitbucket-pipelines|cloudbuild|Jenkinsfile)|(^|\/)\.circleci\/|(^|\/)(Dockerfile|Containerfile)|\.dockerfile$|(^|\/)(docker-)?compose[^/]*\.ya?ml$|\.(tf|tfvars|hcl|bicep)$|(^|\/)(terraform|k8s|kubernetes|helm|ansible|deploy|deployment|infra|infrastructure)\/|(^|\/)(Chart\.ya?ml|Vagrantfile|Procfile|Makefile|CMakeLists\.txt|Justfile|action\.ya?ml)$/i;
const docsPath =
  /\.(md|mdx|mdc|rst|adoc|asciidoc|txt|tex)$|(^|\/)(docs?|documentation|man)\/|(^|\/)(LICEN[CS]E|NOTICE|AUTHORS|CONTRIBUTORS|CHANGELOG|README|CODEOWNERS|SECURITY|CONTRIBUTING)[^/]*$/i;
const textButNotDocs = /(^|\/)(requirements[^/]*|constraints[^/]*|robots|CMakeLists)\.txt$/i;
const configPath =
  /\.(json|jsonc|json5|ya?ml|toml|ini|cfg|conf|properties|env|lock|plist|editorconfig|xml|gradle|kts|csproj|sln|props|targets|gemspec|podspec)$|(^|\/)\.[^/]+$|(^|\/)\.env[^/]*$|\.config\.[cm]?[jt]s$|(^|\/)(go\.(mod|sum)|Gemfile|Rakefile|Pipfile|BUILD|WORKSPACE|requirements[^/]*\.txt)(\.bazel)?$/i;
/** Code is source wherever it lies and whatever its name begins with: docs/install.sh, SecurityConfig.kt. */
const dataLanguages = ["Markdown", "YAML", "JSON", "TOML"];

export function categoryOf(path: string): FileCategory {
  if (testPath.test(path)) return "test";
  if (infraPath.test(path)) return "infra";
  if (docsPath.test(path) && !textButNotDocs.test(path) && !isCode(path)) return "docs";
  if (configPath.test(path)) return "config";
  return "source";
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

export const layers = ["UI", "backend", "domain", "storage", "external", "CI"] as const;
export type Layer = (typeof layers)[number];

// The first that matches decides: what a file talks to says more than where it lies.
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

const manifestNames = new Set([
  "package.json",
  "package-lock.json",
  "npm-shrinkwrap.json",
  "yarn.lock",
  "pnpm-lock.yaml",
  "bun.lock",
  "bun.lockb",
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
