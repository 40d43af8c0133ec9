// The map screen's side panel as a state machine: a stack of the layers, an open tool above them, and a record's form on top. Pure.
import type { LayerRecord } from '@/contract/schemas/record';

/** Whose form is open: that of a stored record, or that of a new one, whose shape lies on the map. */
export type RecordForm = { kind: 'record'; record: LayerRecord } | { kind: 'new'; layer: number };

export interface SidePanel {
  /** The tool whose panel lies above the layers. */
  tool: string | null;
  /** Lies above the tool. */
  form: RecordForm | null;
  /** Waits until the user has decided about what it would discard; everything else is refused meanwhile, so that they are asked once. */
  question: Closing | null;
}

/** Events that can take something off the stack. */
type Closing =
  /** By its key, the rail, the search or another tool; null closes the open one. */
  | { kind: 'tool'; tool: string | null }
  | { kind: 'open'; form: RecordForm }
  /** The form's own button, or Esc in it. */
  | { kind: 'close' };
export type SidePanelEvent =
  | Closing
  | { kind: 'escape' }
  | { kind: 'saved'; record: LayerRecord }
  | { kind: 'deleted' }
  | { kind: 'confirmed' }
  | { kind: 'refused' };

export type SidePanelEffect =
  /** Ask about what would be discarded. */
  | { kind: 'ask'; loss: Loss }
  /** Tell the tools that the form's shape was saved or discarded: they go on with the next one. */
  | { kind: 'release'; how: 'saved' | 'discarded' }
  | { kind: 'select'; record: LayerRecord }
  | { kind: 'deselect' }
  /** Leave the open tool by the usual way, on which it may ask about work of its own. */
  | { kind: 'closeTool' };

/** What the user would lose: a drawing, the shape and form of a new record, changes of a record. */
export type Loss = 'drawing' | 'new' | 'record';

/** What the panel must know of the work in it. */
export interface Work {
  /** The form holds values or a shape that are not saved. */
  isFormUnsaved: boolean;
  /** Vertices of the new record's shape that is being drawn. */
  vertices: number;
}

export const LAYERS_ONLY: SidePanel = { tool: null, form: null, question: null };

/** From the bottom to the top, which is what one sees. */
export const stackOf = ({ tool, form }: SidePanel): readonly ('layers' | 'tool' | 'form')[] => [
  'layers',
  ...(tool === null ? [] : (['tool'] as const)),
  ...(form === null ? [] : (['form'] as const)),
];

const DRAW = 'draw';
const RESHAPE = 'modify';

/** Whether the form can stay while the tool below it changes: its shape is in the hands of the tool that drew or reshapes it. */
export const canStay = (form: RecordForm, tool: string | null): boolean =>
  form.kind === 'new' ? tool === DRAW : tool === RESHAPE || tool === null;

/** A drawing of so many vertices is worth a question; one click more or less is not. */
const MIN_WORTH = 2;

/** What an event would discard; null where nothing would be lost. A form of a record that is closed leaves a draft behind. */
const lossOf = ({ tool, form }: SidePanel, event: Closing, { isFormUnsaved, vertices }: Work): Loss | null => {
  if (form?.kind === 'new')
    return isFormUnsaved && !(event.kind === 'tool' && canStay(form, event.tool)) ? 'new' : null;
  if (event.kind !== 'tool') return null;
  if (form) {
    // Without the tool that reshapes it, the record has its stored shape again.
    const dropsShape = tool === RESHAPE && event.tool === null;
    return isFormUnsaved && (dropsShape || !canStay(form, event.tool)) ? 'record' : null;
  }
  return tool === DRAW && vertices >= MIN_WORTH ? 'drawing' : null;
};

type Step = [SidePanel, ...SidePanelEffect[]];

/** Takes off the stack what has to go, and puts on what was asked for. */
const carryOut = (state: SidePanel, event: Closing, loss: Loss | null): Step => {
  const { form } = state;
  switch (event.kind) {
    case 'tool': {
      const stays = form !== null && canStay(form, event.tool) && loss === null;
      const next = { tool: event.tool, form: stays ? form : null, question: null };
      return form && !stays ? [next, { kind: 'release', how: 'discarded' }] : [next];
    }
    case 'open': {
      const next = { ...state, form: event.form, question: null };
      return [
        next,
        ...(form?.kind === 'new' && event.form.kind === 'record'
          ? [{ kind: 'release', how: 'discarded' } as const]
          : []),
        ...(event.form.kind === 'record' ? [{ kind: 'select', record: event.form.record } as const] : []),
      ];
    }
    case 'close':
      return form
        ? [{ ...state, form: null, question: null }, { kind: 'release', how: 'discarded' }, { kind: 'deselect' }]
        : [state];
  }
};

/** A new record's shape may come to its form again and again while it is the same one. */
const isSameNew = (form: RecordForm | null, event: Closing): boolean =>
  form?.kind === 'new' && event.kind === 'open' && event.form.kind === 'new' && form.layer === event.form.layer;

/** The next state, and what shall happen, in order. */
export function step(state: SidePanel, event: SidePanelEvent, work: Work): Step {
  const { form, question } = state;
  switch (event.kind) {
    case 'confirmed':
      return question ? carryOut({ ...state, question: null }, question, lossOf(state, question, work)) : [state];
    case 'refused':
      return [{ ...state, question: null }];
    case 'saved':
      return form?.kind === 'record'
        ? [
            { ...state, form: { kind: 'record', record: event.record } },
            { kind: 'release', how: 'saved' },
            { kind: 'select', record: event.record },
          ]
        : [
            { ...state, form: null },
            { kind: 'release', how: 'saved' },
          ];
    case 'deleted':
      return [{ ...state, form: null }, { kind: 'release', how: 'discarded' }, { kind: 'deselect' }];
    case 'escape':
      if (question || (!form && state.tool === null)) return [state];
      return form ? step(state, { kind: 'close' }, work) : [state, { kind: 'closeTool' }];
    default: {
      if (question || isSameNew(form, event)) return [state];
      if (event.kind === 'tool' && event.tool === state.tool) return [state];
      const loss = lossOf(state, event, work);
      return loss === null
        ? carryOut(state, event, loss)
        : [
            { ...state, question: event },
            { kind: 'ask', loss },
          ];
    }
  }
}
