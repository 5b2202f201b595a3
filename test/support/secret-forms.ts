// Forms in which people leave secrets in files, each filled with values from a seed.
import { secretsInFile } from "../../src/findings/checks/non-code/secrets-in-file.ts";
import { alphabets, drawing, type Draw } from "./made-secrets.ts";

const { hex, small, word, base64, django, typed, digits } = alphabets;
const encoded = (text: string) => Buffer.from(text).toString("base64");
/** A password as a generator makes it, with all kinds of characters. */
const password = (draw: Draw) => `${draw(6, word)}${draw(1, digits)}${draw(9, word)}`;

export type SecretForm = readonly [
  name: string,
  path: string,
  text: (value: string) => string,
  make: (draw: Draw) => string,
];
export const secretForms: readonly SecretForm[] = [
  [".env", "deploy/.env", (value) => `PORT=8080\nDB_PASSWORD=${value}\nDEBUG=false\n`, (draw) => draw(16, typed)],
  [".env, exported", "prod.env", (value) => `export SESSION_SECRET=${value}\n`, (draw) => draw(32, small)],
  ["YAML without quotes", "config/app.yml", (value) => `db:\n  user: shop\n  password: ${value}\n`, password],
  ["hex", "src/config.py", (value) => `API_SECRET = "${value}"\n`, (draw) => draw(40, hex)],
  ["hex without quotes", "settings.ini", (value) => `[api]\nsecret_key = ${value}\n`, (draw) => draw(32, hex)],
  ["token =", "src/client.rb", (value) => `  token = '${value}'\n`, (draw) => draw(24, small)],
  ["apiKey =", "src/client.ts", (value) => `const apiKey = "${value}";\n`, (draw) => draw(32, word)],
  ["Bearer", "src/fetch.ts", (value) => `  Authorization: \`Bearer ${value}\`,\n`, (draw) => draw(40, word)],
  [
    "Basic",
    "scripts/sync.sh",
    (value) => `curl -H "Authorization: Basic ${value}" https://ci.acme.io\n`,
    (draw) => encoded(`deploy:${password(draw)}`),
  ],
  [
    "Kubernetes Secret",
    "k8s/secret.yaml",
    (value) => `apiVersion: v1\nkind: Secret\nmetadata:\n  name: shop\ndata:\n  database: ${value}\n`,
    (draw) => encoded(draw(20, word)),
  ],
  [
    "Kubernetes Secret as text",
    "k8s/secret.yaml",
    (value) => `kind: Secret\nstringData:\n  database: "${value}"\n`,
    (draw) => draw(20, typed),
  ],
  [
    "Django's SECRET_KEY",
    "shop/settings.py",
    (value) => `SECRET_KEY = 'django-insecure-${value}'\n`,
    (draw) => draw(50, django),
  ],
  [
    "database URL with an IP address",
    "config/database.js",
    (value) => `module.exports = "postgres://shop:${value}@10.1.2.3:5432/shop";\n`,
    password,
  ],
  [
    "database URL with a host without a dot",
    "docker-compose.yml",
    (value) => `      DATABASE_URL: mysql://shop:${value}@db/shop\n`,
    password,
  ],
  [
    "Redis URL",
    "src/queue.go",
    (value) => `var address = "redis://:${value}@192.168.0.7:6379/0"\n`,
    (draw) => draw(24, small),
  ],
  [
    ".npmrc",
    ".npmrc",
    (value) => `registry=https://npm.acme.io/\n//npm.acme.io/:_authToken=${value}\n`,
    (draw) => draw(36, base64),
  ],
  [
    "registry login",
    "ci/config.json",
    (value) => `{ "auths": { "registry.acme.io": { "auth": "${value}" } } }\n`,
    (draw) => encoded(`robot:${password(draw)}`),
  ],
  [
    "notebook",
    "analysis.ipynb",
    (value) => `    "client = Client(api_key=\\"${value}\\")\\n",\n`,
    (draw) => draw(32, word),
  ],
  [
    "CI file",
    ".github/workflows/deploy.yml",
    (value) => `        env:\n          DEPLOY_TOKEN: ${value}\n`,
    (draw) => draw(40, small),
  ],
  [
    "request recording",
    "recordings/login.yml",
    (value) => `    headers:\n      X-Api-Key:\n      - ${value}\n`,
    (draw) => draw(32, word),
  ],
  [
    "name and value",
    "deploy/shop.yaml",
    (value) => `        - name: STRIPE_API_KEY\n          value: "${value}"\n`,
    (draw) => draw(30, word),
  ],
  [
    "JSON in a string",
    "src/body.js",
    (value) => `send("{\\"client_secret\\":\\"${value}\\"}");\n`,
    (draw) => draw(32, word),
  ],
  [
    "JDBC",
    "src/App.java",
    (value) => `String url = "jdbc:sqlserver://db;user=sa;password=${value};encrypt=true";\n`,
    password,
  ],
  [".netrc", "home/.netrc", (value) => `machine git.acme.io login bot password ${value}\n`, password],
  [
    "properties",
    "src/main/resources/application.properties",
    (value) => `spring.datasource.password=${value}\n`,
    (draw) => draw(16, typed),
  ],
  ["XML", "web.config", (value) => `  <add key="SmtpPassword" value="${value}" />\n`, password],
  ["option", "deploy.sh", (value) => `mysqldump --user=root --password=${value} shop\n`, password],
  [
    "Discord",
    "bot.py",
    (value) => `client.run("${value}")\n`,
    (draw) => `${encoded(`9${draw(17, digits)}`)}.${draw(6, word)}.${draw(38, word)}`,
  ],
  [
    "JSON Web Key",
    "keys/signing.json",
    (value) => `{ "kty": "EC", "crv": "P-256", "d": "${value}" }\n`,
    (draw) => draw(43, word),
  ],
];

/** How the value that a seed makes is judged; null if it is not found. */
export function judgedForm({ 1: path, 2: text, 3: make }: SecretForm, seed: number): "live" | "possible" | null {
  const value = make(drawing(seed));
  const secret = secretsInFile(path, text(value)).find((one) => value.includes(one.value) || one.value.includes(value));
  return secret?.certainty ?? null;
}
