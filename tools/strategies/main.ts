/** `npm run strategies`: what dishonest play earns, by bounty and by how often a court is right. */
import { ALL, fitLines, tables } from "./table.ts";

for (const { name, does } of ALL) console.log(`${name}: ${does}`);
console.log(`\nexpected profit in XNO, against honest play by the same party\n\n${tables()}`);
console.log(`\n${fitLines()}`);
