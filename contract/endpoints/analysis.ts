// Spatial analysis.
import { post } from '../define';
import { AnalysisDone, AnalysisOrder } from '../schemas/analysis';

export const analysis = {
  run: post('analysis/', {
    body: AnalysisOrder,
    ok: AnalysisDone,
    needs: 'session',
    touches: ['drawing', 'job'],
    seconds: 60,
    beyond: true,
    example: {
      body: { how: 'buffer', of: { kind: 'layer', layer: 'layer' }, metres: 100, into: 'shapes' },
    },
  }),
};
