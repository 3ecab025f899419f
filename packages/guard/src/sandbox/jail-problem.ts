/**
 * Why no sandbox can open on this machine, found out by starting an empty jail. It loads and starts next to
 * nothing: for a server that wants to know at its start. `probeSandbox` says more.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { systemTool } from "../system-tool.ts";

/** Null: nothing is in the way. */
export async function jailProblem(): Promise<string | null> {
  if (process.platform !== "linux") return `${process.platform} is not supported`;
  const bwrap = systemTool("bwrap");
  if (bwrap === null) return "bubblewrap is not installed";
  return (await startsJail(bwrap)) ? null : "namespaces are not permitted here";
}

/** Of any program with the arguments of bubblewrap. */
export async function startsJail(bwrap: string): Promise<boolean> {
  const args = ["--ro-bind", "/", "/", "--unshare-all", "--", "true"];
  const [code] = await once(spawn(bwrap, args, { stdio: "ignore" }), "close");
  return code === 0;
}
