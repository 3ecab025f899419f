import { complain as complainAs } from "@bazaar/terminal";

export { say } from "@bazaar/terminal";

export function complain(text: string): void {
  complainAs("fix", text);
}
