// How a published layer looks, for programs that draw it themselves: never with a field that does not exist outside.
import { cutLook, outsideStyle } from '../../../../contract/look/outside';
import { collectionName, STYLE_TYPES } from '../../../../contract/ogc-api/names';
import { LAYER_TYPES } from '../../../../contract/schemas/layer';
import { writeStyleFile } from '../../layers/style-file';
import { collectionAddress, type DoorAnswer, type DoorRequest, missing, type Published } from './door-request';

const isPlaced = (type: number): boolean => type >= LAYER_TYPES.point && type <= LAYER_TYPES.polygon;

/** For MapLibre, and for vector tiles in QGIS. */
export function styleJson(request: DoorRequest, { layer, row, fields }: Published) {
  if (row.type < LAYER_TYPES.point) throw missing();
  const tilejson = `${collectionAddress(request, layer.id)}/tilejson`;
  return outsideStyle({ type: row.type, title: layer.title, tilejson, look: cutLook(row.config, fields), fields });
}

const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** What fields are called, in QGIS's words. */
const aliases = ({ fields }: Published): string =>
  `<aliases>${fields.map(({ name, label }, i) => `<alias field="${escapeXml(name)}" index="${i}" name="${escapeXml(label)}"/>`).join('')}</aliases>`;

export async function answerStyleFile(published: Published, as: keyof typeof STYLE_TYPES): Promise<DoorAnswer> {
  const { layer, row, fields } = published;
  if (!isPlaced(row.type)) throw missing();
  const config = { form: fields, ...cutLook(row.config, fields) };
  const { content } = await writeStyleFile(as, { type: row.type, label: layer.title, config });
  const end = content.lastIndexOf('</qgis>');
  const named =
    as === 'qml' && end >= 0 ? `${content.slice(0, end)}${aliases(published)}${content.slice(end)}` : content;
  return {
    type: STYLE_TYPES[as],
    headers: { 'content-disposition': `attachment; filename="${collectionName(layer.id)}.${as}"` },
    body: named,
  };
}
