// A pull request full of secrets in the forms in which people leave them, which no prefix tells: a name, a header, an
// address, a command, a file that exists for them. Each place has values of its own.
import { alphabets, drawing, type Draw } from "../made-secrets.ts";
import type { FullChange, Placed } from "./change.ts";
import { encodings } from "./encodings.ts";
import type { Canary } from "./kinds.ts";

const { word, hex, small, base64, typed, digits, letters } = alphabets;
const encoded = (text: string) => Buffer.from(text).toString("base64");
const generated = (draw: Draw) => `${draw(7, word)}${draw(1, digits)}${draw(8, word)}`;
/** As a person chooses one: nothing but its place tells it from a word. */
const chosen = (draw: Draw) => Array.from({ length: 6 }, () => draw(1, "bdfgklmnprst") + draw(1, "aeiou")).join("");

interface UnfriendlyForm {
  name: string;
  path: string;
  write(value: string): string;
  make(draw: Draw): string;
  /** Only in the file can anybody tell. */
  inFileOnly?: true;
}

function form(
  name: string,
  path: string,
  make: UnfriendlyForm["make"],
  write: UnfriendlyForm["write"],
): UnfriendlyForm {
  return { name, path, make, write };
}

const unfriendlyForms: readonly UnfriendlyForm[] = [
  form("name in capitals", "src/keys.py", generated, (value) => `API_KEY = "${value}"`),
  form(
    "environment",
    "deploy/shop.env",
    (draw) => draw(16, typed),
    (value) => `DB_PASSWORD=${value}`,
  ),
  {
    ...form("chosen, in a file of secrets", "deploy/prod.env", chosen, (value) => `WELCOME=${value}`),
    inFileOnly: true,
  },
  form("exported", "scripts/up.sh", generated, (value) => `export SESSION_SECRET=${value}`),
  form("before a command", "scripts/dump.sh", generated, (value) => `PGPASSWORD=${value} pg_dump shop`),
  form("YAML", "config/app.yml", generated, (value) => `password: ${value}`),
  form(
    "INI",
    "config/app.ini",
    (draw) => draw(32, hex),
    (value) => `secret_key = ${value}`,
  ),
  form(
    "token without quotes",
    "config/token.cfg",
    (draw) => draw(24, small),
    (value) => `token = ${value}`,
  ),
  form(
    "URL, host without a dot",
    "compose.yml",
    generated,
    (value) => `DATABASE_URL: postgres://app:${value}@db:5432/shop`,
  ),
  form("URL, internal host", "src/db.go", generated, (value) => `dsn := "postgres://app:${value}@db.internal/shop"`),
  form("URL, IP address", "src/db.rb", generated, (value) => `connect "mysql2://app:${value}@10.4.0.12/shop"`),
  form("Redis URL", "src/queue.js", generated, (value) => `createClient("redis://:${value}@192.168.7.3:6379")`),
  form(
    "clone URL",
    "scripts/clone.sh",
    (draw) => draw(32, word),
    (value) => `git clone https://oauth2:${value}@git.local/a.git`,
  ),
  form(
    "Bearer",
    "docs/api.http",
    (draw) => draw(40, word),
    (value) => `Authorization: Bearer ${value}`,
  ),
  form("Basic", "docs/basic.http", generated, (value) => `Authorization: Basic ${encoded(`ada:${value}`)}`),
  form(
    "header of a vendor",
    "docs/gitlab.http",
    (draw) => draw(24, word),
    (value) => `PRIVATE-TOKEN: ${value}`,
  ),
  form(
    ".npmrc",
    ".npmrc",
    (draw) => draw(36, base64),
    (value) => `//npm.acme.io/:_authToken=${value}`,
  ),
  form(
    "registry login",
    "docker/config.json",
    generated,
    (value) => `{"auths":{"r.acme.io":{"auth":"${encoded(`ci:${value}`)}"}}}`,
  ),
  form(
    "Discord",
    "src/bot.py",
    (draw) => `${encoded(`9${draw(17, digits)}`)}.${draw(6, word)}.${draw(38, word)}`,
    (value) => `client.run("${value}")`,
  ),
  form(".netrc", ".netrc", generated, (value) => `machine git.acme.io login ada password ${value}`),
  form(".pgpass", ".pgpass", generated, (value) => `db:5432:shop:app:${value}`),
  form(
    "Kubernetes Secret",
    "k8s/secret.yaml",
    (draw) => draw(20, word),
    (value) => `kind: Secret\ndata:\n  word: ${encoded(value)}`,
  ),
  form("name and value", "k8s/app.yaml", generated, (value) => `- name: SMTP_PASSWORD\n  value: ${value}`),
  form("JSON in a string", "src/body.js", generated, (value) => `send("{\\"client_secret\\":\\"${value}\\"}")`),
  form("XML", "web.xml", generated, (value) => `<password>${value}</password>`),
  form("connection string", "src/Db.cs", generated, (value) => `var text = "Server=db;User Id=sa;Password=${value};";`),
  form("SQL", "db/users.sql", generated, (value) => `CREATE USER app IDENTIFIED BY '${value}';`),
  form("option", "scripts/deploy.sh", generated, (value) => `deploy --token ${value} --now`),
  form("curl", "scripts/get.sh", generated, (value) => `curl -u ada:${value} https://ci.acme.io`),
  form("MySQL on the command line", "scripts/sql.sh", generated, (value) => `mysql -uroot -p${value} shop`),
  form(
    "cookie",
    "recordings/cart.yml",
    (draw) => draw(32, word),
    (value) => `Cookie: sessionid=${value}; theme=dark`,
  ),
  form(
    "query",
    "docs/call.md",
    (draw) => draw(32, word),
    (value) => `GET https://api.acme.io/v1?access_token=${value}&page=2`,
  ),
  form(
    "Django",
    "shop/settings.py",
    (draw) => draw(50, `${letters}${digits}@#^*_=+-`),
    (value) => `SECRET_KEY = 'django-insecure-${value}'`,
  ),
  form(
    "in a sentence",
    "docs/login.md",
    (draw) => draw(20, word),
    (value) => `The password is ${value} for now.`,
  ),
];

const places = ["added line", "removed line", "line beside", "commit message", "description", "comment"] as const;
/** What a model of the story looks up, whole. */
export const unfriendlyLookups = unfriendlyForms.map(({ path }) => `beside/${path}`);

export function unfriendlyChange(): FullChange {
  const placed: Placed[] = [];
  const written = (place: (typeof places)[number]) =>
    unfriendlyForms.flatMap((one, index) => {
      if (one.inFileOnly && !/line/.test(place)) return [];
      const value = one.make(drawing(index * 100 + places.indexOf(place) + 1));
      const text = one.write(value);
      const canary: Canary = { kind: `unfriendly: ${one.name}`, value, written: text, pieces: [value] };
      placed.push({ canary, encoding: encodings[0]!, place });
      return [{ path: one.path, text }];
    });
  const files = (folder: string, texts: readonly { path: string; text: string }[], more = "") =>
    Object.fromEntries(texts.map(({ path, text }) => [`${folder}/${path}`, `${text}\n${more}`]));
  const text = (place: (typeof places)[number]) =>
    written(place)
      .map((one) => one.text)
      .join("\n");
  const beside = written("line beside");
  return {
    base: { ...files("removed", written("removed line")), ...files("beside", beside, "x1\n"), "src/total.ts": "0;\n" },
    head: { ...files("added", written("added line")), ...files("beside", beside, "x2\n"), "src/total.ts": "1;\n" },
    message: `feat: settings\n\n${text("commit message")}\n`,
    title: "feat: settings of the shop",
    body: `What they are:\n\n${text("description")}\n`,
    comment: `@crosscheck what is the sense of these?\n\n${text("comment")}\n`,
    placed,
  };
}
