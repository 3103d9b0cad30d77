import { useLayoutEffect } from 'preact/hooks';
import { useClient } from './client';

const SCHEMES: Readonly<Record<number, string>> = { 2: 'dark', 3: 'light' };
/** The settings with which the page looks as its styles say. */
const USUAL = { px: 16, percent: 140 };
const USUAL_LINES = 1.5;

/** Colours, contrast, width, and the sizes of text and lines, as the user has set them or as the browser has them. */
export function useAppearance(): void {
  const settings = useClient().store.lists.get('user_settings');
  const scheme = SCHEMES[settings.color_scheme as number];
  const { web_font_size_px: px = USUAL.px, web_line_height_percent: percent = USUAL.percent } = settings;
  const { high_contrast_mode: hasContrast, fluid_layout_width: isWide } = settings;
  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement;
    if (scheme) dataset.theme = scheme;
    else delete dataset.theme;
    if (hasContrast) dataset.contrast = 'more';
    else delete dataset.contrast;
    if (isWide) style.setProperty('--column', 'none');
    else style.removeProperty('--column');
    set(style, '--text-scale', px / USUAL.px);
    set(style, '--lines', (USUAL_LINES * percent) / USUAL.percent, USUAL_LINES);
  }, [scheme, px, percent, hasContrast, isWide]);
}

function set(style: CSSStyleDeclaration, name: string, value: number, usual = 1): void {
  if (value === usual) style.removeProperty(name);
  else style.setProperty(name, String(value));
}
