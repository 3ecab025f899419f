import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a list is closed like its elements",
    files: {
      "hosts.xml": '<all>\n  <servers>\n    <server name="web"/>\n  </server>\n</all>\n',
      "read.py":
        'import xml.etree.ElementTree as tree\n\nprint(tree.parse("hosts.xml").getroot().tag)\n',
    },
    command: "python3 read.py",
    shows: "mismatched tag",
    needs: ["python3"],
  },
  {
    when: "an element is never closed",
    files: {
      "hosts.xml": "<all>\n  <servers>\n</all>\n",
      "read.py":
        'import xml.etree.ElementTree as tree\n\nprint(tree.parse("hosts.xml").getroot().tag)\n',
    },
    command: "python3 read.py",
    shows: "mismatched tag",
    hints: "</servers> is missing",
    needs: ["python3"],
  },
];
