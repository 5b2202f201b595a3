// What a path says about a file: enough to know what does not belong in it, and what does.
import { categoryOf } from "../../change/file-kinds.ts";
import { isNoisePath } from "../../change/noise.ts";
import { folderPattern, oneOf } from "../../change/word-patterns.ts";

const noise = /\.(?:lock|sum|map|patch|diff|rej|orig|po|pot|min\.[a-z]+)$/i;
const noiseFolder = folderPattern("generated gen vendor externals? build out");
/** Files that are read by a program under test, not by people: anything may stand in them on purpose. */
const fixture = folderPattern(`
  fixtures? __fixtures__ __testfixtures__ testdata test-data test_data cases samples? golden corpus mocks? stubs?
`);
const prose = /\.(?:md|mdx|mdc|markdown|rst|adoc|asciidoc|txt|text|org|tex)$/i;
const proseByName = /(?:^|\/)(?:README|CHANGELOG|LICEN[CS]E|NOTICE)[^/.]*$/i;
const localeFolder = folderPattern(
  "i18n l10n intl locales? langs? languages? translations? lproj values-[a-z-]+ cldr messages",
);
const localeFile = /\.(?:po|pot|arb|xliff|xlf|ftl|strings|resx|lproj)$/i;
/** Named after a language whose script needs joiners or marks. */
const localeName = /(?:^|[/._-])(?:ar|he|fa|ur|yi|ckb|hi|th|km|my|bn|ta|te|ml)(?:[-_][A-Za-z]{2,4})?\.[a-z]+$/i;
/** Where printing is the point: command lines, scripts, examples, playgrounds, loggers and build tooling. */
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
const exampleFolder = folderPattern("examples? docs? documentation website www site");

export function isNotHandWritten(path: string): boolean {
  return isNoisePath(path) || noise.test(path) || noiseFolder.test(path);
}

export function isFixture(path: string): boolean {
  return fixture.test(path);
}

export function isProse(path: string): boolean {
  return prose.test(path) || proseByName.test(path);
}

export function isLocale(path: string): boolean {
  return localeFolder.test(path) || localeFile.test(path) || localeName.test(path);
}

export function isTest(path: string): boolean {
  return categoryOf(path) === "test";
}

export function mayPrint(path: string): boolean {
  return printingFolder.test(path) || printingFile.test(path) || isTest(path) || isFixture(path);
}

export function isExample(path: string): boolean {
  return exampleFolder.test(path);
}
