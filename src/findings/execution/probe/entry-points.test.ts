import { codeOf } from "../../../../test/support/change-of.ts";
import { entryAt } from "./entry-points.ts";
import { enclosingDeclaration, openProbeSources } from "./probe-sources.ts";
import { cases } from "../../../../test/support/cases.ts";

/** The way in that holds the line with `HERE` on it. */
async function entryIn(path: string, text: string): Promise<string | null> {
  const source = (await openProbeSources(codeOf({ head: { [path]: text } })).of(path))!;
  const line = source.lines.findIndex((one) => one.includes("HERE")) + 1;
  const entry = entryAt(source, line, enclosingDeclaration(source, line));
  return entry && `${entry.kind} ${entry.name} ${entry.line}`;
}

cases<[string, string, string, string | null]>("%s", async (_, path, text) => await entryIn(path, text), [
  ["an Express route", "src/a.ts", 'router.post("/users", async (q, r) => {\n  HERE();\n});\n', "route POST /users 1"],
  [
    "a route over several lines",
    "src/a.ts",
    'app.get(\n  "/users",\n  async (q, r) => {\n    HERE();\n  },\n);\n',
    "route GET /users 1",
  ],
  ["a handler that is registered", "src/a.ts", 'app.get("/users", HERE);\n', "route GET /users 1"],
  ["a call of a client", "src/a.ts", 'api.get("/users", HERE);\n', null],
  ["a Nest controller", "src/a.ts", 'class A {\n  @Get(":id")\n  find() {\n    HERE();\n  }\n}\n', "route GET /:id 2"],
  ["a Next route", "app/users/route.ts", "export async function GET(request) {\n  HERE();\n}\n", "route GET /users 1"],
  [
    "a Next page of an API",
    "pages/api/users.ts",
    "export default function f() {\n  HERE();\n}\n",
    "route /api/users 1",
  ],
  ["a command", "src/a.ts", 'program.command("sync").action(() => {\n  HERE();\n});\n', "command sync 1"],
  ["an event", "src/a.ts", 'socket.on("message", (m) => {\n  HERE();\n});\n', "event message 1"],
  ["a Lambda", "src/a.ts", "export const handler = async (event) => {\n  HERE();\n};\n", "event handler 1"],
  ["a React component", "src/Card.tsx", "export function Card() {\n  return HERE();\n}\n", "component Card 1"],
  ["a hook is none", "src/card.tsx", "function useCard() {\n  return HERE();\n}\n", null],
  ["a program", "bin/a.js", "HERE();\n", "main bin/a.js 1"],
  ["a package's own export", "src/index.ts", "export function a() {\n  HERE();\n}\n", "library a 1"],
  ["an index further down", "src/x/index.ts", "export function a() {\n  HERE();\n}\n", null],
  ["a helper", "src/a.ts", "export function a() {\n  HERE();\n}\n", null],
  ["a Flask route", "a.py", '@app.route("/users")\ndef users():\n    HERE()\n', "route /users 1"],
  [
    "a FastAPI route",
    "a.py",
    '@router.get("/users/{id}")\nasync def users():\n    HERE()\n',
    "route GET /users/{id} 1",
  ],
  ["a Django URL", "urls.py", 'urlpatterns = [\n    path("users/", HERE),\n]\n', "route /users/ 2"],
  ["a Django view", "a.py", "class Users(APIView):\n    def get(self):\n        HERE()\n", "route get 1"],
  ["a click command", "a.py", '@click.command("sync")\ndef run():\n    HERE()\n', "command sync 1"],
  ["a click command without a name", "a.py", "@cli.command()\ndef run():\n    HERE()\n", "command run 1"],
  ["a task", "a.py", "@shared_task\ndef run():\n    HERE()\n", "job run 1"],
  ["a script", "a.py", 'if __name__ == "__main__":\n    HERE()\n', "main a.py 1"],
  ["a Python helper", "a.py", "def run():\n    HERE()\n", null],
  [
    "a Go handler",
    "a.go",
    "package a\n\nfunc Users(w http.ResponseWriter, r *http.Request) {\n\tHERE()\n}\n",
    "route Users 3",
  ],
  ["a Go route", "a.go", 'package a\n\nfunc f() {\n\tr.GET("/users", HERE)\n}\n', "route GET /users 4"],
  [
    "a Go route with its method",
    "a.go",
    'package a\n\nfunc f() {\n\tmux.HandleFunc("POST /users", HERE)\n}\n',
    "route POST /users 4",
  ],
  ["a gin handler", "a.go", "package a\n\nfunc Users(c *gin.Context) {\n\tHERE()\n}\n", "route Users 3"],
  ["Go's main", "main.go", "package main\n\nfunc main() {\n\tHERE()\n}\n", "main main 3"],
  ["a Rust route", "a.rs", '#[get("/users")]\nasync fn users() {\n    HERE();\n}\n', "route GET /users 1"],
  ["Rust's main", "a.rs", "fn main() {\n    HERE();\n}\n", "main main 1"],
  [
    "a Spring route",
    "A.java",
    'class A {\n  @GetMapping("/users")\n  String users() {\n    return HERE();\n  }\n}\n',
    "route GET /users 2",
  ],
  [
    "a Kafka listener",
    "A.java",
    'class A {\n  @KafkaListener(topics = "x")\n  void take() {\n    HERE();\n  }\n}\n',
    "event take 2",
  ],
  ["Java's main", "A.java", "class A {\n  public static void main(String[] a) {\n    HERE();\n  }\n}\n", "main main 2"],
  [
    "an ASP.NET route",
    "A.cs",
    'class A {\n  [HttpGet("users")]\n  public string Users() {\n    return HERE();\n  }\n}\n',
    "route GET /users 2",
  ],
]);
