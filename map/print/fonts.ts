// The font files of paper: ours, and B Nazanin where the deployment has put its own file beside them.
import { type Face, type Faces, readFace } from './text';

export const PRINT_FONTS = ['nazanin', 'vazirmatn'] as const;
export type PrintFont = (typeof PRINT_FONTS)[number];

const faces = new Map<string, Promise<Face>>();

/** One file of public/fonts; a failure is forgotten, so that the next asking tries again. */
const load = (name: string): Promise<Face> => {
  const cached = faces.get(name);
  if (cached) return cached;
  const coming = fetch(`/fonts/${name}.ttf`).then(async (answer) => {
    if (!answer.ok) throw new Error(`no font ${name}`);
    return readFace(name, new Uint8Array(await answer.arrayBuffer()));
  });
  faces.set(name, coming);
  coming.catch(() => faces.delete(name));
  return coming;
};

let listed: Promise<readonly string[]> | undefined;
/** The font files that the deployment has put beside ours, as the build found them. */
const supplied = (): Promise<readonly string[]> => {
  listed ??= fetch('/fonts/own.json')
    .then(async (answer) => (answer.ok ? ((await answer.json()) as string[]) : []))
    .catch(() => {
      listed = undefined;
      return [];
    });
  return listed;
};

/** Whether B Nazanin is here. */
export const hasNazanin = async (): Promise<boolean> => (await supplied()).includes('BNazanin.ttf');

/** The faces of a font. What B Nazanin lacks (Latin letters, a bold cut) is taken from Vazirmatn. Throws where ours cannot be had. */
export const loadFaces = async (font: PrintFont): Promise<Faces> => {
  const [regular, bold] = await Promise.all([load('Vazirmatn-Regular'), load('Vazirmatn-Bold')]);
  const own = font === 'nazanin' && (await hasNazanin());
  if (!own) return { regular: [regular, bold], bold: [bold, regular] };
  const hasBold = (await supplied()).includes('BNazanin-Bold.ttf');
  const [plain, heavy] = await Promise.all([load('BNazanin'), hasBold ? load('BNazanin-Bold') : null]);
  return { regular: [plain, regular], bold: [heavy ?? plain, bold] };
};
