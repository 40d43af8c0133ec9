// Regions: the areas that limit what people see and edit.

export const regions = {};
