// Every input that a definition can name. A part loads when a screen first uses it.
import type { Lazy } from '#src/render/registries.ts';
import type { WidgetComponent } from '#src/render/widget-props.ts';

export const widgets: ReadonlyMap<string, Lazy<WidgetComponent>> = new Map<string, Lazy<WidgetComponent>>([
  ['area', async () => (await import('./area/area.tsx')).AreaWidget],
  ['area-range', async () => (await import('./area-range/area-range.tsx')).AreaRangeWidget],
  ['base-year', async () => (await import('./base-year/base-year.tsx')).BaseYearWidget],
  ['checkbox', async () => (await import('./checkbox/checkbox.tsx')).CheckboxWidget],
  ['code', async () => (await import('./code/code.tsx')).CodeWidget],
  ['codes', async () => (await import('./codes/codes.tsx')).CodesWidget],
  ['currency', async () => (await import('./currency/currency.tsx')).CurrencyWidget],
  ['currency-range', async () => (await import('./currency-range/currency-range.tsx')).CurrencyRangeWidget],
  ['date', async () => (await import('./date/date.tsx')).DateWidget],
  ['date-range', async () => (await import('./date-range/date-range.tsx')).DateRangeWidget],
  ['day', async () => (await import('./day/day.tsx')).DayWidget],
  ['district', async () => (await import('./district/district.tsx')).DistrictWidget],
  ['integer', async () => (await import('./integer/integer.tsx')).IntegerWidget],
  ['month', async () => (await import('./month/month.tsx')).MonthWidget],
  ['new-password', async () => (await import('./new-password/new-password.tsx')).NewPasswordWidget],
  ['number', async () => (await import('./number/number.tsx')).NumberWidget],
  ['number-range', async () => (await import('./number-range/number-range.tsx')).NumberRangeWidget],
  ['pages', async () => (await import('./pages/pages.tsx')).PagesWidget],
  ['password', async () => (await import('./password/password.tsx')).PasswordWidget],
  ['percent', async () => (await import('./percent/percent.tsx')).PercentWidget],
  ['record', async () => (await import('./record/record.tsx')).RecordWidget],
  ['reference', async () => (await import('./reference/reference.tsx')).ReferenceWidget],
  ['rich-text', async () => (await import('./rich-text/rich-text.tsx')).RichTextWidget],
  ['text', async () => (await import('./text/text.tsx')).TextWidget],
  ['textarea', async () => (await import('./textarea/textarea.tsx')).TextareaWidget],
  ['ticks', async () => (await import('./ticks/ticks.tsx')).TicksWidget],
  ['trend', async () => (await import('./trend/trend.tsx')).TrendWidget],
  ['users', async () => (await import('./users/users.tsx')).UsersWidget],
]);
