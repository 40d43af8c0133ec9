// The form of a layer: what a change of it would do, what it was, and as a file.
import { z } from 'zod';
import { get, post } from '../../define';
import { FieldIndex, FormCheck, FormEffects, FormVersion, FormVersionForm } from '../../schemas/forms/form-check';
import { XlsFormOrder, XlsFormRead } from '../../schemas/forms/xlsform';

const needs = { module: 2 } as const;
const builders = { any: [{ module: 1 }, { module: 2 }] };

export const layerForms = {
  /** What saving the form would do to the records; nothing is changed. Saving looks again. */
  check: post('layer/:id/form_check/', {
    body: FormCheck,
    ok: FormEffects,
    needs,
    reads: ['layer', 'record'],
    heavy: true,
    seconds: 20,
    beyond: true,
    example: { params: { id: 'layer' }, body: { form: [] } },
  }),
  /** The latest first, at most 200. */
  versions: get('layer/:id/form_versions/', {
    ok: z.array(FormVersion),
    needs,
    reads: ['layer'],
    beyond: true,
    example: { params: { id: 'layer' } },
  }),
  version: get('layer/:id/form_versions/:number/', {
    ok: FormVersionForm,
    needs,
    reads: ['layer'],
    beyond: true,
    example: { params: { id: 'layer', number: 1 } },
  }),
  /** The indexes on its fields, which are made by use and go when nothing has used them for 60 days. */
  indexes: get('layer/:id/indexes/', {
    ok: z.array(FieldIndex),
    needs: 'superuser',
    reads: ['layer', 'record'],
    beyond: true,
    example: { params: { id: 'layer' } },
  }),
  /** Multipart with one part `file`: an XLSForm workbook (.xlsx) as a form, and what of it is not taken over. Nothing is saved. */
  fromXlsForm: post('xlsform/', { as: 'form', ok: XlsFormRead, needs: builders, seconds: 60, beyond: true }),
  /** A form as an XLSForm workbook; contract/xlsform says what is lost. */
  toXlsForm: post('xlsform/file/', {
    body: XlsFormOrder,
    ok: z.unknown(),
    gives: 'blob',
    needs: builders,
    // It changes nothing, and takes what is one's own out: also when a plan has ended.
    reads: [],
    beyond: true,
    example: { body: { label: 'form', type: 1, form: [{ name: 'a', label: 'A', type: 'text' }] } },
  }),
};
