// The lists that come with the product: provinces, counties and cities of Iran, each below the one above it.
import { createRequire } from 'node:module';
import { fold } from '../../../contract/fold';
import type { Choice } from '../../../contract/schemas/form';

interface Place {
  id: string;
  name: string;
  province_id?: string;
  county_id?: string;
}
const require = createRequire(import.meta.url);
const read = (name: string) => require(`iran-cities/json/${name}.json`) as Place[];

interface ReadyList {
  name: 'province' | 'county' | 'city';
  items: Choice[];
}

/** Choices whose values are their names; of places with one name all but the first have that of the place above in brackets. */
function choicesOf(
  places: readonly Place[],
  above: ReadonlyMap<string, string>,
  aboveId: (place: Place) => string | undefined,
) {
  const values = new Set<string>();
  const byId = new Map<string, string>();
  const items = places.map((place): Choice => {
    const parent = above.get(aboveId(place) ?? '');
    const label = place.name.trim();
    let value = values.has(fold(label)) && parent ? `${label} (${parent})` : label;
    for (let n = 2; values.has(fold(value)); n++) value = `${label} (${n})`;
    values.add(fold(value));
    byId.set(place.id, value);
    return { value, label, ...(parent && { parent: [parent] }) };
  });
  return { items, byId };
}

let lists: ReadyList[] | null = null;
/** Read when they are first asked for. */
export function readyLists(): ReadyList[] {
  if (!lists) {
    const provinces = choicesOf(read('province'), new Map(), () => undefined);
    const counties = choicesOf(read('county'), provinces.byId, (place) => place.province_id);
    const cities = choicesOf(read('city'), counties.byId, (place) => place.county_id);
    lists = [
      { name: 'province', items: provinces.items },
      { name: 'county', items: counties.items },
      { name: 'city', items: cities.items },
    ];
  }
  return lists;
}
