// Tests which settings insecure-default reports, beyond its examples.
import { describe, expect, test } from "vitest";
import { changeOf, codeOf } from "../../../test/support/change-of.ts";
import { insecureDefault } from "./insecure-default.ts";
import { weakSettingsInCode } from "./insecure-default/weak-settings-in-code.ts";

async function findingsIn(path: string, text: string) {
  const head = { [path]: `${text}\n` };
  const change = changeOf({ base: {}, head });
  if (insecureDefault.when(change) !== true) return [];
  return (await insecureDefault.run(change, { code: codeOf({ head }) }, AbortSignal.timeout(20_000))).findings;
}

const kinds = async (path: string, text: string) => (await findingsIn(path, text)).map(({ kind }) => kind);

describe("protections that are off", () => {
  test.each([
    ["app/client.py", "requests.get(url, verify=False)"],
    ["app/client.py", "context = ssl._create_unverified_context()"],
    ["src/start.ts", 'process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";'],
    ["client.go", "config := &tls.Config{InsecureSkipVerify: true}"],
    ["lib/client.rb", "http.verify_mode = OpenSSL::SSL::VERIFY_NONE"],
    ["src/client.php", "curl_setopt($ch, CURLOPT_SSL_VERIFYPEER, false);"],
    ["src/client.rs", "let client = builder.danger_accept_invalid_certs(true);"],
    ["src/Client.cs", "handler.ServerCertificateCustomValidationCallback = (a, b, c, d) => true;"],
    ["src/server.ts", 'app.use(cors({ origin: "*", credentials: true }));'],
    ["src/Security.java", "http.csrf().disable();"],
    ["src/Security.java", "http.csrf(AbstractHttpConfigurer::disable);"],
    ["app/views.py", "@csrf_exempt"],
    ["src/login.ts", "response.cookie('sid', id, { httpOnly: true, secure: false });"],
    ["shop/settings.py", "DEBUG = True"],
    ["src/serve.ts", "export function serve({ requireAuth = false, port = 80 } = {}) {}"],
    ["app/settings.py", 'CHECK = os.getenv("SIGNATURE_REQUIRED", "false") == "true"'],
    ["src/settings.ts", 'const off = process.env["DISABLE_AUTH"] ?? "true";'],
  ])("%s: %s", async (path, text) => {
    expect(await kinds(path, text)).toEqual(["protection-off"]);
  });

  test.each([
    ["checked", "app/client.py", "requests.get(url, verify=True)"],
    ["a variable", "src/client.ts", "new Agent({ rejectUnauthorized: !insecure });"],
    ["in a string", "src/help.ts", 'say("set rejectUnauthorized: false");'],
    ["in development", "src/client.ts", "new Agent({ rejectUnauthorized: false }); // in development"],
    ["in a file for development", "config/dev.py", "DEBUG = True"],
    ["behind a flag", "client.go", "if options.Insecure {\n\tconfig.InsecureSkipVerify = true\n}"],
    ["any site, without cookies", "src/server.ts", 'app.use(cors({ origin: "*" }));'],
    ["a cookie that is no session", "src/theme.ts", "response.cookie('theme', name, { secure: false });"],
    ["another local setting", "app/run.py", "DEBUG_LEVEL = 3"],
  ])("not %s", async (_name, path, text) => {
    expect(await kinds(path, text)).toEqual([]);
  });
});

describe("secrets that stand in where none is set", () => {
  test.each([
    ["src/a.ts", 'const secret = process.env.JWT_SECRET || "changeme";'],
    ["src/a.py", 'SECRET = os.environ.get("SECRET_KEY", "dev-secret")'],
    ["src/a.rb", 'key = ENV.fetch("API_KEY", "abc123")'],
    ["src/a.php", "$key = env('APP_SECRET', 'not-so-secret');"],
  ])("%s: %s", async (path, text) => {
    expect(await kinds(path, text)).toEqual(["fallback-secret"]);
  });

  test.each([
    ["nothing", "src/a.ts", 'const secret = process.env.JWT_SECRET ?? "";'],
    ["another variable", "src/a.ts", "const secret = process.env.JWT_SECRET ?? process.env.SECRET;"],
    ["no secret", "src/a.ts", 'const host = process.env.TOKEN_HOST ?? "example.org";'],
  ])("not %s", async (_name, path, text) => {
    expect(await kinds(path, text)).toEqual([]);
  });
});

test("languages that it cannot read are named", async () => {
  const head = { "lib/client.ex": "verify: :verify_none\n", "src/a.ts": "x();\n" };
  const change = changeOf({ base: {}, head });
  const { notCovered } = await insecureDefault.run(change, { code: codeOf({ head }) }, AbortSignal.timeout(20_000));
  expect(notCovered).toEqual([{ what: "insecure defaults", paths: ["lib/client.ex"] }]);
});

test("long lines are read in no time", () => {
  for (const { pattern } of weakSettingsInCode)
    for (const unit of ["cookie(", "verify=", "process.env.A", " ", "csrf(", "TOKEN", "x.AUTH_", "cors({"])
      expect(pattern.test(unit.repeat(1_000))).toBe(false);
});
