// The screens of supervision with a record's own history and files in them.
'use client';
import { ReviewFiles, ReviewHistory } from '@/features/records/slots/review-parts';
import { LayerReviewScreen } from '@/features/supervision/screens/layer-review';
import { RecordReviewScreen } from '@/features/supervision/screens/record-review';

export const LayerReviewJoined = ({ id }: { id: number | null }) => (
  <LayerReviewScreen id={id} History={ReviewHistory} Files={ReviewFiles} />
);
export const RecordReviewJoined = ({ id }: { id: number }) => (
  <RecordReviewScreen id={id} History={ReviewHistory} Files={ReviewFiles} />
);
