// Makes the names of columns differ from each other.

/**
 * The names in their order, all different: one that came before gets a number behind it. None is longer than `max`
 * characters; `anyCase`: names that differ in the case of their letters alone are the same.
 */
export function distinctNames(names: readonly string[], max = Infinity, anyCase = false): string[] {
  const usedNames = new Set<string>();
  return names.map((name) => {
    let free = name.slice(0, max);
    const key = () => (anyCase ? free.toLowerCase() : free);
    for (let n = 2; usedNames.has(key()); n++) free = `${name.slice(0, max - `_${n}`.length)}_${n}`;
    usedNames.add(key());
    return free;
  });
}
