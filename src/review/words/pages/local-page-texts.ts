// Defines the terminal text for a dashboard on this machine.
export function dashboardReady(address: string): string {
  return `${address}\nOnly you can open this address. Press Ctrl-C to stop.\n`;
}
