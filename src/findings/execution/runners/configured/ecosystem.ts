// Guesses the ecosystem of a command by its program; Node by default.
import { fileName } from "../../../../change/paths.ts";
import type { Ecosystem } from "../../sandbox-runner.ts";

const programs: readonly [Ecosystem, RegExp][] = [
  ["python", /^(?:python[\d.]*|pytest(?:-3)?|py\.test|tox|nox|uv|uvx|poetry|pipenv|pdm|hatch|coverage|django-admin)$/],
  ["go", /^(?:go|gotestsum|ginkgo)$/],
  ["rust", /^(?:cargo|rustc|nextest)$/],
  ["java", /^(?:mvn|mvnw|mvnd|gradle|gradlew|java|sbt|ant)$/],
  ["deno", /^deno$/],
];

export function ecosystemOf(program: string): Ecosystem {
  const name = fileName(program).replace(/\.(?:exe|cmd|bat|sh)$/i, "");
  return programs.find(([, pattern]) => pattern.test(name))?.[0] ?? "node";
}
