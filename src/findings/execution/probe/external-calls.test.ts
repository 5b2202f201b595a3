import { describe, expect, test } from "vitest";
import { codeOf } from "../../../../test/support/change-of.ts";
import { externalCalls, isCiConfig, externalSystemFor } from "./external-calls.ts";
import { openProbeSources } from "./probe-sources.ts";
import { cases } from "../../../../test/support/cases.ts";

async function found(path: string, text: string): Promise<string[]> {
  const source = await openProbeSources(codeOf({ head: { [path]: text } })).of(path);
  return externalCalls(source!, 1, source!.lines.length).map(({ system, line }) => `${line} ${system}`);
}

describe("JavaScript and TypeScript", () => {
  cases<[string, string, string[]]>("%s", async (_, text) => await found("src/a.ts", text), [
    ["fetch", "export const a = () => fetch(url);\n", ["1 an HTTP API"]],
    ["a method called fetch", "export const a = () => store.fetch(url);\n", []],
    ["axios", 'import axios from "axios";\naxios.get(url);\n', ["2 an HTTP API (axios)"]],
    [
      "a client of its own name",
      'import Stripe from "stripe";\nexport const a = (stripe: Stripe) =>\n  stripe.charges.create({});\n',
      ["3 Stripe"],
    ],
    [
      "a client in a field",
      'import { Redis } from "ioredis";\nclass A {\n  b() {\n    return this.redisClient.get("x");\n  }\n}\n',
      ["4 Redis (ioredis)"],
    ],
    [
      "pg",
      'import { Pool } from "pg";\nexport const q = (pool: Pool) => pool.query(text);\n',
      ["2 a SQL database (pg)"],
    ],
    [
      "prisma",
      'import { PrismaClient } from "@prisma/client";\nconst prisma = new PrismaClient();\n',
      ["2 a SQL database (@prisma)"],
    ],
    ["SQL in a text", "db.run(`SELECT * FROM a`);\n", ["1 a SQL database"]],
    ["prose that says select", 'log("Select an item");\n', []],
    ["node:https", 'import https from "node:https";\nhttps.request(url);\n', ["2 an HTTP API (https)"]],
    ["a server of node:http", 'import http from "node:http";\nhttp.createServer(f);\n', []],
    [
      "another program",
      'import { execFile } from "node:child_process";\nexecFile("git");\n',
      ["2 another program (child_process)"],
    ],
    ["a cloud SDK", 'import { S3Client } from "@aws-sdk/client-s3";\nnew S3Client({});\n', ["2 a cloud service (AWS)"]],
    ["a queue", 'const amqp = require("amqplib");\namqp.connect(url);\n', ["2 a message queue (amqplib)"]],
    ["files", 'import { readFile } from "node:fs/promises";\nreadFile("a");\n', []],
    ["in a comment", "// fetch(url)\nexport {};\n", []],
    ["a package that only begins so", 'import pgFormat from "pg-format";\npgFormat("x");\n', []],
  ]);
});

describe("other languages", () => {
  cases<[string, string, string, string[]]>("%s", async (_, path, text) => await found(path, text), [
    ["requests", "a.py", "import requests\n\ndef f():\n    return requests.post(u)\n", ["4 an HTTP API (requests)"]],
    ["httpx", "a.py", "from httpx import AsyncClient\n\nc = AsyncClient()\n", ["3 an HTTP API (httpx)"]],
    [
      "sqlalchemy",
      "a.py",
      "from sqlalchemy.orm import Session\n\ndef f(session: Session):\n    session.add(x)\n",
      ["4 a SQL database (sqlalchemy)"],
    ],
    ["boto3", "a.py", 'import boto3\ns3 = boto3.client("s3")\n', ["2 a cloud service (AWS)"]],
    ["subprocess", "a.py", 'import subprocess\nsubprocess.run(["git"])\n', ["2 another program (subprocess)"]],
    ["os.system", "a.py", 'import os\nos.system("ls")\n', ["2 another program"]],
    [
      "django's database",
      "a.py",
      "from django.db import connection\ncursor = connection.cursor()\n",
      ["2 a SQL database (django.db)"],
    ],
    ["json", "a.py", "import json\njson.loads(x)\n", []],
    [
      "net/http as a client",
      "a.go",
      'package a\n\nimport "net/http"\n\nfunc f() { http.Get(u) }\n',
      ["5 an HTTP API (net/http)"],
    ],
    [
      "net/http as a server",
      "a.go",
      'package a\n\nimport "net/http"\n\nfunc f(w http.ResponseWriter) { http.Error(w, "", 500) }\n',
      [],
    ],
    [
      "database/sql",
      "a.go",
      'package a\n\nimport "database/sql"\n\nfunc f(db *sql.DB) { db.ExecContext(c, q) }\n',
      ["5 a SQL database (database/sql)"],
    ],
    [
      "go-redis",
      "a.go",
      'package a\n\nimport "github.com/redis/go-redis/v9"\n\nfunc f() { redis.NewClient(o) }\n',
      ["5 Redis (github.com/redis)"],
    ],
    [
      "os/exec",
      "a.go",
      'package a\n\nimport "os/exec"\n\nfunc f() { exec.Command("git") }\n',
      ["5 another program (os/exec)"],
    ],
    [
      "reqwest",
      "a.rs",
      "use reqwest::Client;\n\nfn f(client: &Client) {\n    client.get(u);\n}\n",
      ["4 an HTTP API (reqwest)"],
    ],
    ["sqlx", "a.rs", 'use sqlx::PgPool;\n\nfn f() {\n    sqlx::query("SELECT 1");\n}\n', ["4 a SQL database"]],
    [
      "a Rust command",
      "a.rs",
      'use std::process::Command;\n\nfn f() {\n    Command::new("git");\n}\n',
      ["4 another program (std::process::Command)"],
    ],
    [
      "JDBC",
      "A.java",
      "import java.sql.Connection;\n\nclass A {\n  void f(Connection c) { c.prepareStatement(q); }\n}\n",
      ["4 a SQL database (java.sql)"],
    ],
    [
      "a JPA repository",
      "A.java",
      "import org.springframework.data.jpa.repository.JpaRepository;\n\ninterface A extends JpaRepository<B, Long> {}\n",
      ["3 a SQL database (org.springframework.data.jpa)"],
    ],
    [
      "OkHttp",
      "A.java",
      "import okhttp3.OkHttpClient;\n\nclass A {\n  OkHttpClient client = new OkHttpClient();\n}\n",
      ["4 an HTTP API (okhttp3)"],
    ],
    [
      "Kafka",
      "A.java",
      "import org.springframework.kafka.core.KafkaTemplate;\n\nclass A {\n  void f() { kafkaTemplate.send(t); }\n}\n",
      ["4 a message queue (org.springframework.kafka)"],
    ],
    [
      "a Java program",
      "A.java",
      "class A {\n  void f() { new ProcessBuilder(x).start(); }\n}\n",
      ["2 another program"],
    ],
  ]);
});

cases<[string, string, string, string | undefined]>(
  "%s",
  (_, family, from) => externalSystemFor(family, { from, name: "*" })?.system.name,
  [
    ["below a package", "script", "@aws-sdk/client-s3", "a cloud service (AWS)"],
    ["the longest name first", "java", "org.springframework.data.mongodb.core", "MongoDB"],
    ["of another language", "go", "axios", undefined],
    ["a language that is not on the list", "ruby", "pg", undefined],
    ["ours", "script", "./pg", undefined],
  ],
);

test("a hostile name is escaped in patterns", async () => {
  expect(await found("a.ts", `import { "a(b+)+$" as x, $$ as y } from "axios";\nx.get(u);\n$$.get(u);\n`)).toHaveLength(
    1,
  );
});

cases("%s is CI: %s", isCiConfig, [
  [".github/workflows/ci.yml", true],
  [".gitlab-ci.yml", true],
  ["Jenkinsfile", true],
  ["src/ci.ts", false],
  ["Dockerfile", false],
]);
