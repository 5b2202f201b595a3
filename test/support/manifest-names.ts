// Names of manifests and lock files of packages.

export const manifestNames: readonly string[] = [
  ..."package.json package-lock.json yarn.lock pnpm-lock.yaml requirements.txt pyproject.toml poetry.lock".split(" "),
  ..."Pipfile.lock Cargo.toml Cargo.lock go.mod go.sum Gemfile Gemfile.lock".split(" "),
];
