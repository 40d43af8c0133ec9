// Calls about forms as XLSForm workbooks: one read, one written. Nothing is kept.
import { fromXlsForm } from '../../../../../contract/xlsform/read';
import { toXlsForm } from '../../../../../contract/xlsform/write';
import { FileAnswer } from '../../../../http/context';
import { Refusal } from '../../../../http/errors';
import type { Handlers } from '../../../../http/mount';
import { withShapesFile } from '../../../../http/shapes-file';
import { readSheets, writeSheets } from './workbook';

/** Bytes of a workbook. */
const MAX_FILE = 10 * 1024 ** 2;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const xlsFormHandlers: Pick<Handlers['layerForms'], 'fromXlsForm' | 'toXlsForm'> = {
  fromXlsForm: (ctx) =>
    withShapesFile(
      ctx,
      async ({ path, options: { scratch, signal } }) => {
        const read = fromXlsForm(await readSheets(path, scratch, signal), ctx.lang);
        if (!read) throw new Refusal(400, 'xlsFormNoSurvey');
        const { lossCount, ...rest } = read;
        return { ...rest, loss_count: lossCount };
      },
      MAX_FILE,
    ),
  async toXlsForm(_ctx, { body: { label, type, form } }) {
    const { sheets } = toXlsForm(label, type, form);
    return new FileAnswer(await writeSheets(sheets), XLSX, `${label}.xlsx`);
  },
};
