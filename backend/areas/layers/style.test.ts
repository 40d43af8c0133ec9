// Styles in and out of other programs: what both sides can say comes back equal, what one cannot is told, and no file does harm.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Field } from '../../../contract/schemas/form';
import type { Condition, Labels, Mark, Style } from '../../../contract/schemas/style';
import { Style as StyleShape } from '../../../contract/schemas/style';
import { readStyleFile, writeStyleFile } from './style-file';
import type { GsFilter } from './style-model';
import { expressionOf, filterOfExpression } from './style-qml';

const FORM: Field[] = [
  { name: 'نوع', label: 'نوع', type: 'text' },
  { name: 'pop', label: 'جمعیت', type: 'integer' },
  { name: "o'k \"q\"", label: 'x', type: 'text' }, // biome-ignore format: quotes of both kinds
];
const layer = (type: number, style: Style, labels: Labels | null = null) => ({
  type,
  label: 'لایه <&> "آزمایش"',
  config: { form: FORM, style, labels },
});
const mark = (type: number, over: Partial<Mark> = {}): Mark => {
  const base = { color: '#336699', opacity: 0.35, size: 4, stroke: '#ffffff', stroke_width: 1.5 };
  if (type === 2) return { ...base, ...over, stroke: over.color ?? base.color, stroke_width: 0 };
  return type === 3 ? { ...base, ...over, size: 2 } : { ...base, ...over };
};
const LABELS: Labels = {
  field: 'نوع',
  size: 13,
  color: '#112233',
  halo: '#fefefe',
  min_zoom: 5,
  max_zoom: 17,
  halo_width: 2,
};

const stylesOf = (type: number): Record<string, Style> => ({
  single: { kind: 'single', symbol: mark(type) },
  transparent: { kind: 'single', symbol: mark(type, { opacity: 0 }) },
  categorised: {
    kind: 'categorised',
    field: 'نوع',
    categories: [
      { value: '007', label: 'مسجد', symbol: mark(type, { color: '#ff0000' }) },
      { value: 'a<b & "c"', label: '', symbol: mark(type, { color: '#00ff00' }) },
    ],
    other: mark(type, { color: '#0000ff' }),
  },
  'categorised numbers without other': {
    kind: 'categorised',
    field: 'pop',
    categories: [
      { value: 1, label: 'یک', symbol: mark(type) },
      { value: 2.5, label: 'دو و نیم', symbol: mark(type, { opacity: 1 }) },
    ],
    other: null,
  },
  graduated: {
    kind: 'graduated',
    field: 'pop',
    classes: [
      { from: null, label: 'کم', symbol: mark(type, { color: '#000001' }) },
      { from: -5, label: 'میانه', symbol: mark(type, { color: '#000002' }) },
      { from: 1000.5, label: 'زیاد', symbol: mark(type, { color: '#000003' }) },
    ],
  },
  'one class': { kind: 'graduated', field: 'pop', classes: [{ from: null, label: 'همه', symbol: mark(type) }] },
  rule: {
    kind: 'rule',
    rules: [
      {
        label: 'بزرگ',
        filter: {
          match: 'all',
          conditions: [
            { field: 'pop', op: '>', value: 10 },
            { field: 'نوع', op: 'contains', value: 'شهر*.!%_' },
            { field: 'نوع', op: 'not_empty' },
          ],
        },
        min_zoom: 4,
        max_zoom: 12,
        symbol: mark(type),
      },
      {
        label: 'هرکدام',
        filter: {
          match: 'any',
          conditions: [
            { field: "o'k \"q\"", op: '=', value: "it's" }, // biome-ignore format: quotes of both kinds
            { field: 'pop', op: 'empty' },
            { field: 'pop', op: '!=', value: 3 },
          ],
        },
        min_zoom: 0,
        max_zoom: 24,
        symbol: mark(type, { color: '#abcdef' }),
      },
      { label: 'همه', filter: null, min_zoom: 10.5, max_zoom: 24, symbol: mark(type, { color: '#fedcba' }) },
    ],
  },
});

const roundTrip = async (format: 'sld' | 'qml', type: number, style: Style, labels: Labels | null = null) => {
  const styled = layer(type, style, labels);
  const written = await writeStyleFile(format, styled);
  const read = await readStyleFile(format, written.content, styled);
  return { written, read };
};

describe.each([1, 2, 3])('ours to SLD and back, layer type %i', (type) => {
  it.each(Object.entries(stylesOf(type)))('%s', async (_, style) => {
    const { written, read } = await roundTrip('sld', type, style);
    expect([written.warnings, read.warnings]).toEqual([[], []]);
    expect(read.style).toEqual(style);
  });

  it.each(['line', 'over', 'above', 'below', undefined] as const)('labels placed %s', async (placement) => {
    const labels: Labels = { ...LABELS, ...(placement ? { placement } : {}) };
    const { read } = await roundTrip('sld', type, stylesOf(type).categorised as Style, labels);
    expect(read.labels).toEqual(labels);
    expect(read.style).toEqual(stylesOf(type).categorised);
  });

  it('QML keeps what SLD keeps, but for labels of a scale', async () => {
    for (const [name, style] of Object.entries(stylesOf(type))) {
      const { read } = await roundTrip('qml', type, style);
      expect([name, read.style, read.warnings]).toEqual([name, style, []]);
    }
    const { written, read } = await roundTrip('qml', type, { kind: 'single', symbol: mark(type) }, LABELS);
    expect(written.warnings).toEqual([{ code: 'zoom', where: 'labels' }]);
    expect(read.labels).toEqual({ ...LABELS, min_zoom: 0, max_zoom: 24 });
  });
});

describe('what another program cannot say', () => {
  it('is listed, and the rest is written', async () => {
    const symbol = mark(1, { icon: 'pin', dash: [2, 1] });
    const heat: Style = {
      kind: 'heatmap',
      symbol,
      radius: 20,
      intensity: 1,
      weight: 'pop',
      ramp: ['#000000', '#ffffff'],
    };
    const { written, read } = await roundTrip('sld', 1, heat);
    expect(written.warnings.map((w) => w.code).sort()).toEqual(['dash', 'icon', 'kind']);
    const { icon: _, dash: __, ...plain } = symbol;
    expect(read.style).toEqual({ kind: 'single', symbol: plain });
    expect((await roundTrip('sld', 1, { kind: 'cluster', symbol: mark(1), radius: 50 })).written.warnings).toEqual([
      { code: 'kind', where: 'cluster' },
    ]);
  });

  it('dashes survive in lines, and in outlines through SLD', async () => {
    const line: Style = { kind: 'single', symbol: mark(2, { dash: [4, 2, 1, 2] }) };
    expect((await roundTrip('sld', 2, line)).read.style).toEqual(line);
    expect((await roundTrip('qml', 2, line)).read.style).toEqual(line);
    const outline: Style = { kind: 'single', symbol: mark(3, { dash: [4, 2] }) };
    expect((await roundTrip('sld', 3, outline)).read.style).toEqual(outline);
    expect((await roundTrip('qml', 3, outline)).written.warnings).toEqual([{ code: 'dash', where: '' }]);
  });
});

const SLD_OF_QGIS = `<?xml version="1.0" encoding="UTF-8"?>
<StyledLayerDescriptor xmlns="http://www.opengis.net/sld" version="1.1.0" xmlns:ogc="http://www.opengis.net/ogc" xmlns:se="http://www.opengis.net/se" xmlns:xlink="http://www.w3.org/1999/xlink">
 <NamedLayer><se:Name>roads</se:Name><UserStyle><se:Name>roads</se:Name><se:FeatureTypeStyle>
  <se:Rule><se:Name>0 - 50</se:Name><se:Description><se:Title>0 - 50</se:Title></se:Description>
   <ogc:Filter><ogc:And><ogc:PropertyIsGreaterThanOrEqualTo><ogc:PropertyName>pop</ogc:PropertyName><ogc:Literal>0</ogc:Literal></ogc:PropertyIsGreaterThanOrEqualTo>
    <ogc:PropertyIsLessThanOrEqualTo><ogc:PropertyName>pop</ogc:PropertyName><ogc:Literal>50</ogc:Literal></ogc:PropertyIsLessThanOrEqualTo></ogc:And></ogc:Filter>
   <se:LineSymbolizer><se:Stroke><se:SvgParameter name="stroke">#FF0000</se:SvgParameter><se:SvgParameter name="stroke-width">3</se:SvgParameter><se:SvgParameter name="stroke-dasharray">4 2</se:SvgParameter></se:Stroke></se:LineSymbolizer></se:Rule>
  <se:Rule><se:Name>50 - 100</se:Name>
   <ogc:Filter><ogc:And><ogc:PropertyIsGreaterThan><ogc:PropertyName>pop</ogc:PropertyName><ogc:Literal>50</ogc:Literal></ogc:PropertyIsGreaterThan>
    <ogc:PropertyIsLessThanOrEqualTo><ogc:PropertyName>pop</ogc:PropertyName><ogc:Literal>100</ogc:Literal></ogc:PropertyIsLessThanOrEqualTo></ogc:And></ogc:Filter>
   <se:LineSymbolizer><se:Stroke><se:SvgParameter name="stroke">#00ff00</se:SvgParameter><se:SvgParameter name="stroke-width">5</se:SvgParameter></se:Stroke></se:LineSymbolizer></se:Rule>
 </se:FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>`;

const QML = `<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>
<qgis version="3.34.1-Prizren" styleCategories="Symbology|Labeling">
 <renderer-v2 type="categorizedSymbol" attr="نوع" symbollevels="0" enableorderby="0">
  <categories>
   <category render="true" type="string" symbol="0" value="شهر" label="شهرها"/>
   <category render="true" type="string" symbol="1" value="روستا" label="روستاها"/>
   <category render="true" type="string" symbol="2" value="" label=""/>
   <category render="false" type="string" symbol="2" value="پنهان" label="پنهان"/>
  </categories>
  <symbols>
   ${['255,0,0,255', '0,128,0,128', '9,9,9,255']
     .map(
       (
         colour,
         i,
       ) => `<symbol type="marker" name="${i}" alpha="1"><layer class="SimpleMarker" pass="0"><Option type="Map">
    <Option type="QString" name="color" value="${colour}"/><Option type="QString" name="name" value="circle"/><Option type="QString" name="outline_color" value="35,35,35,255"/>
    <Option type="QString" name="outline_width" value="0.4"/><Option type="QString" name="outline_width_unit" value="MM"/><Option type="QString" name="size" value="3"/><Option type="QString" name="size_unit" value="MM"/></Option></layer></symbol>`,
     )
     .join('')}
  </symbols>
 </renderer-v2>
 <labeling type="simple"><settings><text-style fieldName="نوع" fontSize="9" fontSizeUnit="Point" textColor="10,20,30,255"><text-buffer bufferDraw="1" bufferSize="1" bufferSizeUnits="MM" bufferColor="250,250,250,255"/></text-style><placement placement="6" xOffset="0" yOffset="0"/></settings></labeling>
</qgis>`;

describe('files as QGIS writes them', () => {
  const single: Style = { kind: 'single', symbol: mark(1) };

  it('graduated SLD 1.1', async () => {
    const { style, warnings } = await readStyleFile('sld', SLD_OF_QGIS, layer(2, single));
    expect(warnings).toEqual([]);
    expect(style).toMatchObject({
      kind: 'graduated',
      field: 'pop',
      classes: [
        { from: null, symbol: { color: '#ff0000', size: 3, dash: [4, 2] } },
        { from: 50, label: '50 - 100', symbol: { color: '#00ff00', size: 5 } },
      ],
    });
  });

  it('categorised QML in millimetres, with labels', async () => {
    const { style, labels, warnings } = await readStyleFile('qml', QML, layer(1, single));
    expect(warnings).toEqual([]);
    const symbolOf = (color: string, opacity: number) => ({
      color,
      opacity,
      size: 5.67,
      stroke: '#232323',
      stroke_width: 1.512,
    });
    expect(style).toMatchObject({
      kind: 'categorised',
      field: 'نوع',
      categories: [
        { value: 'شهر', label: 'شهرها', symbol: { ...symbolOf('#ff0000', 1), size: expect.closeTo(5.67, 2) } },
        { value: 'روستا', label: 'روستاها', symbol: { color: '#008000', opacity: 0.5 } },
      ],
      other: { color: '#090909' },
    });
    expect(labels).toMatchObject({ field: 'نوع', size: 12, color: '#0a141e', halo: '#fafafa', halo_width: 3.78 });
  });

  it('QML with a transparent symbol, squares and stars, labels without a placement, and either quotes round its DOCTYPE', async () => {
    const other = QML.replace(/'(http[^']*|SYSTEM)'/g, '"$1"')
      .replace('name="0" alpha="1"', 'name="0" alpha="0.5"')
      .replace('name="1" alpha="1"', 'name="1" alpha="0.5"')
      .replace('value="circle"', 'value="square"')
      .replace('value="circle"', 'value="star"')
      .replace(/<placement [^>]*>/, '');
    const { style, labels, warnings } = await readStyleFile('qml', other, layer(1, single));
    expect(warnings).toEqual([]);
    expect(style).toMatchObject({
      categories: [{ symbol: { icon: 'square', opacity: 0.5 } }, { symbol: { icon: 'star', opacity: 0.25 } }],
      other: { opacity: 1 },
    });
    expect(labels).toMatchObject({ field: 'نوع', size: 12 });
  });

  it('a rule that cannot be read is left out, never drawn over everything', async () => {
    const rules = QML.replace('categorizedSymbol', 'RuleRenderer').replace(
      /<categories>[\s\S]*<\/categories>/,
      '<rules key="r"><rule key="a" symbol="0" label="خوب" filter="&quot;pop&quot; &gt; 5 AND نوع = \'شهر\'"/><rule key="b" symbol="1" label="بد" filter="$area &gt; buffer(@x, 5)"/></rules>',
    );
    const { style, warnings } = await readStyleFile('qml', rules, layer(1, single));
    expect(style).toMatchObject({ kind: 'rule', rules: [{ label: 'خوب', filter: { match: 'all' } }] });
    expect(style.kind === 'rule' && style.rules.length).toBe(1);
    expect(warnings).toContainEqual({ code: 'filter', where: 'بد' });
  });
});

describe('rubbish', () => {
  const styled = layer(1, { kind: 'single', symbol: mark(1) });
  const refused = (format: 'sld' | 'qml', text: string) =>
    expect(readStyleFile(format, text, styled)).rejects.toMatchObject({ status: 400 });

  it.each([
    ['empty', ' '],
    ['no XML', 'سلام'],
    ['JSON', '{}'],
    ['other XML', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['unclosed', '<qgis><renderer-v2 type="singleSymbol">'],
    ['a layer of lines', SLD_OF_QGIS],
    ['external entity', `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><qgis>&e;</qgis>`],
    [
      'entity after the bare DOCTYPE',
      `<!DOCTYPE qgis PUBLIC 'a' 'b'><!DOCTYPE qgis [<!ENTITY e "x">]><qgis>&e;</qgis>`,
    ],
    ['DOCTYPE with a subset', `<!DOCTYPE qgis [<!ENTITY a "b">]><qgis/>`],
    ['a hundred thousand levels', `<StyledLayerDescriptor version="1.0.0">${'<a>'.repeat(100_000)}`],
  ])('%s is refused', async (_, text) => {
    const began = performance.now();
    await refused('sld', text);
    await refused('qml', text);
    expect(performance.now() - began).toBeLessThan(4000);
  });

  it('an address of a picture goes nowhere', async () => {
    const text = `<StyledLayerDescriptor version="1.0.0"><NamedLayer><UserStyle><FeatureTypeStyle><Rule><PointSymbolizer><Graphic><ExternalGraphic><OnlineResource xlink:href="http://127.0.0.1:1/x.svg"/><Format>image/svg+xml</Format></ExternalGraphic><Size>20</Size></Graphic></PointSymbolizer></Rule></FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>`;
    const { style, warnings } = await readStyleFile('sld', text, styled);
    expect(JSON.stringify(style)).not.toContain('127.0.0.1');
    expect(warnings.map((w) => w.code)).toContain('graphic');
  });
});

describe('properties', () => {
  const words = fc.string({
    unit: fc.constantFrom('آ', 'ی', 'a', ' ', "'", '"', '*', '.', '!', '%', '_', '\\', '<', '&', '7'),
    minLength: 1,
    maxLength: 12,
  });
  const condition: fc.Arbitrary<Condition> = fc.oneof(
    fc.record({
      field: fc.constant('pop'),
      op: fc.constantFrom('=', '!=', '<', '<=', '>', '>=' as const),
      value: fc.integer(),
    }) as fc.Arbitrary<Condition>,
    fc.record({
      field: fc.constant('نوع'),
      op: fc.constantFrom('empty', 'not_empty' as const),
    }) as fc.Arbitrary<Condition>,
    fc.record({
      field: fc.constantFrom('نوع', 'o\'k "q"'),
      op: fc.constantFrom('=', 'contains', '!=' as const),
      value: words.filter((w) => w.trim() === w),
    }) as fc.Arbitrary<Condition>,
  );

  it('every filter survives QML and SLD', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('all', 'any' as const),
        fc.array(condition, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('sld', 'qml' as const),
        async (match, conditions, format) => {
          const filter = { match: (conditions.length === 1 ? 'all' : match) as 'all' | 'any', conditions };
          const rule = { label: 'x', filter, min_zoom: 3, max_zoom: 24, symbol: mark(1) };
          const style: Style = { kind: 'rule', rules: [rule] };
          const { read } = await roundTrip(format as 'sld' | 'qml', 1, style);
          expect(read.style).toEqual(style);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('an expression is read as it was written', () => {
    const leaf = fc
      .tuple(fc.constantFrom('==', '!=', '<'), words, fc.oneof(words, fc.integer()))
      .map((f): GsFilter => f);
    const { tree } = fc.letrec<{ tree: GsFilter }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.tuple(fc.constantFrom('&&', '||'), tie('tree'), tie('tree')).map((f): GsFilter => f),
        fc.tuple(fc.constant('!'), tie('tree')).map((f): GsFilter => f),
      ),
    }));
    fc.assert(
      fc.property(tree, (filter) => {
        expect(filterOfExpression(expressionOf(filter))).toEqual(filter);
      }),
    );
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void filterOfExpression(text)));
  });

  it('any text gives a style that the contract knows, or a refusal', async () => {
    const cut = fc
      .tuple(fc.constantFrom(SLD_OF_QGIS, QML), fc.nat(4000), fc.nat(300))
      .map(([t, at, n]) => t.slice(0, at) + t.slice(at + n));
    await fc.assert(
      fc.asyncProperty(cut, fc.constantFrom('sld', 'qml' as const), async (text, format) => {
        const read = await readStyleFile(
          format as 'sld' | 'qml',
          text,
          layer(1, { kind: 'single', symbol: mark(1) }),
        ).catch((error) => error);
        if ('status' in read) expect(read.status).toBe(400);
        else expect(StyleShape.safeParse(read.style).success).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});
