// The picture of each kind of field.
import {
  IconAbc,
  IconAlignJustified,
  IconAt,
  IconCalendar,
  IconCalendarTime,
  IconCar,
  IconCreditCard,
  IconDecimal,
  IconId,
  IconList,
  IconMailbox,
  IconNumber123,
  IconPhone,
  IconToggleLeft,
  IconWorld,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Kind } from '../logic/palette';

export const KIND_ICONS: Record<Kind, TablerIcon> = {
  text: IconAbc,
  long_text: IconAlignJustified,
  integer: IconNumber123,
  decimal: IconDecimal,
  date: IconCalendar,
  datetime: IconCalendarTime,
  boolean: IconToggleLeft,
  choice: IconList,
  phone: IconPhone,
  email: IconAt,
  url: IconWorld,
  national_code: IconId,
  postal_code: IconMailbox,
  plate: IconCar,
  sheba: IconCreditCard,
};
