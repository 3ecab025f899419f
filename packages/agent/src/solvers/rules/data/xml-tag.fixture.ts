import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "xml-tag",
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
    rule: "xml-tag",
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
  {
    rule: "xml-ampersand",
    when: "a name has one",
    files: {
      "hosts.xml": "<all>\n  <name>Ada & Lin</name>\n</all>\n",
      "read.py":
        'import xml.etree.ElementTree as tree\n\nprint(tree.parse("hosts.xml").getroot().tag)\n',
    },
    command: "python3 read.py",
    shows: "not well-formed (invalid token)",
    needs: ["python3"],
  },
];
