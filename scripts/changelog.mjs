// Turns CHANGELOG.md into public/changelog.json, which the in-app list of changes reads.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const GROUPS = ['added', 'fixed', 'removed', 'improved', 'other'];

/** Releases of the notes: "## version - date", "### group", "- change | the same in Persian". An unknown group or a heading of another form is an error, not a loss. */
export function parseChangelog(text) {
  const releases = [];
  let group = null;
  for (const line of text.split(/\r?\n/)) {
    const release = /^##\s+(\S+)\s+-\s+(\S+)\s*$/.exec(line);
    if (line.startsWith('## ') && !release)
      throw new Error(`CHANGELOG.md: no version and day in "${line.slice(0, 80)}"`);
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
  for (const { groups } of releases)
    for (const [name, items] of Object.entries(groups))
      groups[name] = items.map((text) => {
        const [en, fa] = text.split(' | ');
        return { en, fa: fa ?? en };
      });
  return releases;
}

/** Writes what the app shows from what the project's notes say. */
export function writeChangelog() {
  const releases = existsSync('CHANGELOG.md') ? parseChangelog(readFileSync('CHANGELOG.md', 'utf8')) : [];
  writeFileSync('public/changelog.json', `${JSON.stringify(releases, null, 1)}\n`);
}
