// Recognises files and export names that a framework, test runner or plugin loader uses by convention.
import { categoryOf, isFixture, isNotHandWritten } from "../../../change/file-kinds.ts";
import { folderPattern, oneOf } from "../../../change/word-patterns.ts";

const script = /(?<!\.d)\.[cm]?[jt]sx?$/;

// Folders that programs load by convention: routes, plugins, migrations, stories, configs, examples, manual scripts.
const loadedFolder = folderPattern(`
  pages routes? app/api server/(?:api|routes|middleware|plugins|tasks) api composables middlewares? plugins? loaders?
  migrations? seeds? seeders? locales? lang i18n translations? \\.storybook stories params content commands? jobs tasks?
  cron functions handlers lambdas? edge-functions workers? examples? samples? demos? docs? documentation website
  playgrounds? templates? scaffold[^/]* create-[^/]+ benchmarks? bench benches test-[^/]+ mocks?
  scripts? tools? tooling bin hack codemods? rules generated gen dev-tools
  \\.[^/]+
`);
const loadedFile = new RegExp(
  `(?:^|/)${oneOf(`
    page layout route loading error template default not-found global-error middleware proxy instrumentation
    instrumentation-client opengraph-image twitter-image icon apple-icon sitemap robots manifest root entry
    entry\\.\\w+ main index\\.html hooks hooks\\.\\w+ service-worker sw worker background content preload renderer
    setup setup-?files? global-?setup globals? polyfills? mocks? fixtures?
    gulpfile gruntfile server cli config conf
  `)}\\.[cm]?[jt]sx?$`,
  "i",
);
const loadedEnding =
  /\.(?:ios|android|native|web|macos|windows|browser|stories|story|config|conf|setup|worker|server|client|cy|pw|bench|benchmark|fixtures?|mocks?|e2e|api|migration|seed|plugin|gen|generated|node|credentials|stub|module|rc)\.[cm]?[jt]sx?$|rc\.[cm]?js$|(?:^|\/)(?:\+|_|\.|\[)[^/]*$|-(?:mock|mocks|stub|worker|fixture|fixtures)\.[cm]?[jt]sx?$/i;

/** Whether a framework or loader decides what the file exports. */
export function isLoadedByName(path: string): boolean {
  if (!script.test(path) || isNotHandWritten(path) || isFixture(path) || categoryOf(path) !== "source") return true;
  return loadedFolder.test(path) || loadedFile.test(path) || loadedEnding.test(path);
}

// Names that frameworks look up in any module.
const reserved = new Set(
  `
  default metadata generateMetadata viewport generateViewport generateStaticParams dynamic dynamicParams revalidate
  fetchCache runtime preferredRegion maxDuration config GET HEAD POST PUT PATCH DELETE OPTIONS getServerSideProps
  getStaticProps getStaticPaths getInitialProps middleware proxy matcher register unstable_settings loader action
  clientLoader clientAction headers links meta handle shouldRevalidate ErrorBoundary HydrateFallback load actions
  prerender ssr csr trailingSlash entries handler handleError handleFetch init reroute transport match fallback onRequest
  up down setup teardown globalSetup globalTeardown plugin plugins rules configs schema description frontmatter
  activate deactivate main run describe command builder aliases meta story args parameters decorators Route _
`
    .trim()
    .split(/\s+/),
);

export function isReservedName(name: string): boolean {
  return reserved.has(name) || name.startsWith("_") || name.startsWith("unstable_") || name.startsWith("experimental_");
}
