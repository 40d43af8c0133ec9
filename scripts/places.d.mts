/** A town of Iran with its Persian name, its entry in GeoNames and the number of its province. */
export interface Town {
  fa: string;
  town: { name: string; featureCode: string; loc: { coordinates: [number, number] } };
  province: number;
}
export function towns(): Town[];
export function places(): { areas: [string, string][]; places: [string, string, number, number, number, number][] };
export function makePlaces(): number;
