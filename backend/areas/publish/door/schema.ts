// What fields a collection has: for QGIS as a schema of the record's properties, for GDAL as one of the whole GeoJSON feature.
import { isChoice, specOf, valueType } from '../../../../contract/fields';
import type { Field } from '../../../../contract/schemas/form';
import { collectionAddress, type DoorRequest, isDecimal, type Published } from './door-request';
import { GEOMETRY } from './filter-sql';

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';
const SHAPES = ['', 'point-or-multipoint', 'linestring-or-multilinestring', 'polygon-or-multipolygon'];
const GEOJSON_SHAPES = ['', 'Point', 'LineString', 'Polygon'];

type Property = Record<string, unknown>;

function typeOf({ layer }: Published, field: Field): Property {
  const isNumber = isDecimal(layer, field);
  const limits = {
    ...(typeof field.min === 'number' ? { minimum: field.min } : {}),
    ...(typeof field.max === 'number' ? { maximum: field.max } : {}),
  };
  const values = isChoice(field) && field.choices?.length ? { enum: field.choices.map(({ value }) => value) } : {};
  if (isNumber || valueType(field) === 'integer') return { type: isNumber ? 'number' : 'integer', ...limits };
  switch (specOf(field).format) {
    case 'reference':
      return { type: 'integer' };
    case 'boolean':
      return { type: 'boolean' };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'datetime':
      return { type: 'string', format: 'date-time' };
    case 'list':
      return { type: 'array', items: { type: 'string', ...values } };
    default:
      return { type: 'string', ...values };
  }
}

/** Computed fields are the form's own. */
export const isReadOnly = (field: Field): boolean => field.read_only === true || field.type === 'computed';

function geometryProperty({ row }: Published): Record<string, Property> {
  if (row.type === 0) return {};
  return { [GEOMETRY]: { 'x-ogc-role': 'primary-geometry', format: `geometry-${SHAPES[row.type]}` } };
}

function propertiesOf(published: Published, isWritten: boolean): Record<string, Property> {
  const geometry = geometryProperty(published);
  const properties = published.fields.map((field, i) => [
    field.name,
    {
      title: field.label,
      ...typeOf(published, field),
      ...(isWritten && isReadOnly(field) ? { readOnly: true } : {}),
      ...(isWritten ? { 'x-ogc-propertySeq': i + 1 } : {}),
    },
  ]);
  return { ...geometry, ...Object.fromEntries(properties) };
}

const requiredFields = ({ fields }: Published): string[] =>
  fields.filter((field) => field.required && !isReadOnly(field)).map(({ name }) => name);

export const schema = (request: DoorRequest, published: Published) => ({
  $schema: DRAFT,
  $id: `${collectionAddress(request, published.layer.id)}/schema`,
  title: published.layer.title,
  type: 'object',
  properties: propertiesOf(published, true),
  required: requiredFields(published),
});

export const queryables = (request: DoorRequest, published: Published) => ({
  $schema: DRAFT,
  $id: `${collectionAddress(request, published.layer.id)}/queryables`,
  title: published.layer.title,
  type: 'object',
  properties: propertiesOf(published, false),
  additionalProperties: false,
});

/** The same as GDAL reads it. */
export const featureSchema = (request: DoorRequest, published: Published) => ({
  $schema: DRAFT,
  $id: `${collectionAddress(request, published.layer.id)}/schema?f=feature`,
  title: published.layer.title,
  type: 'object',
  required: ['type', 'geometry', 'properties'],
  properties: {
    type: { type: 'string', enum: ['Feature'] },
    id: { type: 'integer' },
    geometry:
      published.row.type === 0
        ? { type: 'null' }
        : { $ref: `https://geojson.org/schema/${GEOJSON_SHAPES[published.row.type]}.json` },
    properties: {
      type: 'object',
      properties: Object.fromEntries(
        published.fields.map((field) => [field.name, { title: field.label, ...typeOf(published, field) }]),
      ),
    },
  },
});
