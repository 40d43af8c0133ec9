// Turns CHANGELOG.md into public/changelog.json, which the in-app list of changes reads.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const GROUPS = ['added', 'fixed', 'removed', 'improved', 'other'];

/** Releases of the notes: "## version - date", "### group", "- change". An unknown group is an error, not a loss. */
export function parseChangelog(text) {
  const releases = [];
  let group = null;
  for (const line of text.split(/\r?\n/)) {
    const release = /^##\s+(\S+)\s+-\s+(\S+)\s*$/.exec(line);
    const heading = /^###\s+(\S+)\s*$/.exec(line);
    const item = /^[-*]\s+(.*)$/.exec(line);
    const current = releases.at(-1);
    if (release) {
      releases.push({ version: release[1], date: release[2], groups: {} });
      group = null;
    } else if (heading && current) {
      if (!GROUPS.includes(heading[1])) throw new Error(`CHANGELOG.md: unknown group "${heading[1]}"`);
      group = current.groups[heading[1]] ??= [];
    } else if (item && group) group.push(item[1].trim());
    else if (group?.length && /^\s{2,}\S/.test(line)) group.push(`${group.pop()} ${line.trim()}`);
  }
  return releases;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const source = new URL('../CHANGELOG.md', import.meta.url);
  const releases = existsSync(source) ? parseChangelog(readFileSync(source, 'utf8')) : [];
  writeFileSync(new URL('../public/changelog.json', import.meta.url), `${JSON.stringify(releases, null, 1)}\n`);
  console.log(`public/changelog.json ${releases.length} releases`);
}
