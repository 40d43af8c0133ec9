// The look of everything: one indigo accent, three neutral surfaces, 32 px controls, hairlines; dark-indigo first, light beside it.
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { SteadyButton } from './focus/steady-button';

const indigo: MantineColorsTuple = [
  '#eef0ff',
  '#dde1ff',
  '#bcc4ff',
  '#9aa5fc',
  '#808cf5',
  '#5762e0',
  '#4f57d9',
  '#4348bd',
  '#373b99',
  '#2b2e78',
];

/** Deep enough for white words on it and for its own words on white. */
const red: MantineColorsTuple = [
  '#fff0f0',
  '#ffe0e0',
  '#ffc4c4',
  '#ffa3a3',
  '#ff8787',
  '#d43a3a',
  '#c92a2a',
  '#b02525',
  '#971f1f',
  '#7d1919',
];

/** Night with a breath of indigo: text at 0, borders at 4, raised at 5-6, body at 7. */
const dark: MantineColorsTuple = [
  '#e4e6f1',
  '#c5c9da',
  '#a0a6bd',
  '#7d849e',
  '#363c56',
  '#2f3654',
  '#20253b',
  '#181c2f',
  '#121525',
  '#0d101d',
];

const CONTROL = '2rem';
/** Fixed control height for the default size; other sizes keep Mantine's own. */
const height =
  (part: string, variable: string, extra: Record<string, string> = {}) =>
  (_: unknown, props: { size?: string | number }) =>
    ({ [part]: (props.size ?? 'sm') === 'sm' ? { [variable]: CONTROL, ...extra } : {} }) as never;

export const theme = createTheme({
  colors: { indigo, red, dark },
  primaryColor: 'indigo',
  primaryShade: { light: 6, dark: 5 },
  white: '#ffffff',
  black: '#161a2c',
  fontFamily: 'Vazirmatn, system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.5', sm: '1.6', md: '1.6', lg: '1.6', xl: '1.5' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.5' },
      h2: { fontSize: '1rem', lineHeight: '1.5' },
      h3: { fontSize: '0.875rem', lineHeight: '1.6' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '10px', xl: '16px' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { size: 'sm', component: SteadyButton }, vars: height('root', '--button-height') },
    ActionIcon: { defaultProps: { size: CONTROL, variant: 'subtle', color: 'gray', component: SteadyButton } },
    Input: {
      defaultProps: { size: 'sm' },
      vars: (_: unknown, { size = 'sm', error }: { size?: string | number; error?: unknown }) =>
        ({
          wrapper: {
            ...(size === 'sm' ? { '--input-height': CONTROL, '--input-fz': '0.875rem' } : {}),
            ...(error ? {} : { '--input-bd': 'var(--input-edge)' }),
          },
        }) as never,
    },
    // The words of a field are quieter than its value, and keep clear of the ring around it.
    InputWrapper: {
      defaultProps: { size: 'sm', inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      styles: {
        label: { marginBlockEnd: 6, fontSize: '0.75rem', fontWeight: 500, color: 'var(--mantine-color-dimmed)' },
        description: { marginBlockStart: 6 },
        error: { marginBlockStart: 6 },
      },
    },
    MultiSelect: {
      styles: { input: { minBlockSize: CONTROL, paddingBlock: 0, display: 'flex', alignItems: 'center' } },
    },
    SegmentedControl: { defaultProps: { size: 'sm' } },
    // An inline button in a block stands on a line of text, and higher than the buttons beside it.
    Indicator: { styles: { root: { display: 'flex' } } },
    Badge: { styles: { root: { flex: 'none', minWidth: 'max-content', textTransform: 'none' } } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false, events: { hover: true, focus: true, touch: false } } },
    // Without the placeholder the first item takes the focus, and a menu holds nothing but items.
    Menu: { defaultProps: { shadow: 'md', position: 'bottom-end', withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: { shadow: 'md' } },
    Modal: {
      defaultProps: {
        centered: true,
        shadow: 'xl',
        radius: 'lg',
        overlayProps: { backgroundOpacity: 0.5 },
        transitionProps: { transition: 'fade', duration: 140 },
      },
      styles: { title: { fontSize: '1rem', fontWeight: 600 } },
    },
    Drawer: { defaultProps: { transitionProps: { duration: 160 } } },
    Skeleton: { defaultProps: { radius: 'sm' } },
  },
});

/** The surfaces: 0 behind everything, 1 for panels, 2 for what is raised or hovered; hairlines between them; a shade at an edge beyond which there is more. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--header-height': '48px', '--menu-open': '240px', '--menu-closed': '56px' },
  dark: {
    '--surface-0': '#0d101d',
    '--surface-1': '#181c2f',
    '--surface-2': '#272d47',
    '--hairline': '#31385a',
    '--input-edge': '#7a82a3',
    '--bone': '#3a4160',
    '--edge-shade': 'rgba(0, 0, 0, 0.6)',
    '--accent-soft': 'rgba(128, 140, 245, 0.16)',
    '--mantine-color-indigo-light': 'rgba(128, 140, 245, 0.16)',
    '--mantine-color-indigo-light-hover': 'rgba(128, 140, 245, 0.24)',
    '--mantine-color-indigo-light-color': '#bcc4ff',
    '--mantine-color-red-light': 'rgba(255, 107, 107, 0.14)',
    '--mantine-color-red-light-color': '#ffb3b3',
    '--mantine-color-green-light': 'rgba(81, 207, 102, 0.14)',
    '--mantine-color-green-light-color': '#a8e6b4',
    '--accent-text': '#a9b2fd',
    '--mantine-color-dimmed': '#a0a6bd',
    '--mantine-color-placeholder': '#8d94ad',
    '--mantine-color-error': '#ff8f8f',
    '--mantine-color-anchor': '#a9b2fd',
    '--mantine-color-default-border': '#363c56',
  },
  light: {
    '--surface-0': '#eef0f7',
    '--surface-1': '#ffffff',
    '--surface-2': '#e6e9f4',
    '--hairline': '#d9ddec',
    '--input-edge': '#7a819c',
    '--bone': '#d3d8e8',
    '--edge-shade': 'rgba(38, 42, 84, 0.22)',
    '--accent-soft': 'rgba(79, 87, 217, 0.1)',
    '--accent-text': '#4348bd',
    '--mantine-color-dimmed': '#5b6180',
    '--mantine-color-placeholder': '#6d7391',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-anchor': '#4348bd',
    '--mantine-color-default-border': '#c9cde0',
  },
});
