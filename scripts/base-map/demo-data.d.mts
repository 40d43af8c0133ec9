/** Persian names by the number of GeoNames. */
export function names(): Record<string, string>;
