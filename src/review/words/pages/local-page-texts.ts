// Defines the terminal text for a dashboard on this machine.
export function dashboardReady(address: string): string {
  return `${address}\nThe address is for you alone. Ctrl-C ends it.\n`;
}
