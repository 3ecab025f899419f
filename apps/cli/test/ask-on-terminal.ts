/** Asks on its terminal, once the file that it is given is there. */
import { existsSync, watch } from "node:fs";
import { dirname } from "node:path";
import { asking } from "@bazaar/terminal/prompt";

const [sign = "", ...questions] = process.argv.slice(2);
process.stdout.write("started\n");
const watcher = watch(dirname(sign));
while (!existsSync(sign)) {
  await Promise.race([
    new Promise((resolve) => watcher.once("change", resolve)),
    new Promise((resolve) => setTimeout(resolve, 50)),
  ]);
}
watcher.close();
const { signal } = new AbortController();
const answers = await asking(signal, async ({ isYes, isWord, line }) => {
  const given: unknown[] = [];
  for (const question of questions) {
    if (question.startsWith("word")) given.push(await isWord(question, "run"));
    else if (question.startsWith("line")) given.push(await line(() => question));
    else given.push(await isYes(question));
  }
  return given;
});
process.stdout.write(`answers: ${JSON.stringify(answers)}\n`);
