// Redacts secrets in the messages of the host process inside the sandbox.
import { redactValues, streamRedactor } from "../../../secrets/redact-values.ts";
import type { HostMessage } from "../inside/sandbox-host.ts";

/** Output may be delayed, until the end of its command at the latest. */
export function redactMessages(
  commands: number,
  secrets: readonly string[],
): (message: HostMessage) => readonly HostMessage[] {
  const outputs = Array.from({ length: commands }, () => streamRedactor(secrets));
  const redact = (text: string) => redactValues(text, secrets);
  return (message) => {
    switch (message.tell) {
      case "began":
        return [message];
      case "failed":
        return [{ ...message, why: redact(message.why) }];
      case "said":
        return [{ ...message, text: outputs[message.at]?.take(message.text) ?? "" }];
      case "report":
        return [{ ...message, path: redact(message.path), text: redact(message.text) }];
      case "ended":
        return [
          { tell: "said", at: message.at, text: outputs[message.at]?.rest() ?? "" },
          { ...message, why: message.why === null ? null : redact(message.why) },
        ];
    }
  };
}
