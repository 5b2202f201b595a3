// Started where Crosscheck starts itself as a child: hands its environment and input to the test process and prints the reply.
const { connect } = process.getBuiltinModule("node:net");
const { createInterface } = process.getBuiltinModule("node:readline");

const [, , door, ...args] = process.argv;
const socket = connect(door);
const send = (message) => socket.write(`${JSON.stringify(message)}\n`);

process.on("SIGTERM", () => send({ is: "stop" }));
const chunks = [];
process.stdin.on("data", (chunk) => chunks.push(chunk));
process.stdin.on("end", () => {
  const input = Buffer.concat(chunks).toString("utf8");
  send({ is: "start", args, env: process.env, cwd: process.cwd(), input });
});

createInterface({ input: socket }).on("line", (line) => {
  const { out, err, code } = JSON.parse(line);
  if (out !== undefined) process.stdout.write(out);
  if (err !== undefined) process.stderr.write(err);
  if (code !== undefined) {
    process.exitCode = code;
    socket.destroy();
    process.stdin.destroy();
  }
});
