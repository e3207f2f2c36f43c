import type { Browser } from 'playwright-core';

const face = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600">
  <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#9cc4ff"/><stop offset="1" stop-color="#f6d7b0"/></linearGradient></defs>
  <rect width="900" height="600" fill="url(#sky)"/>
  <path d="M0 470 220 300 400 430 620 260 900 450V600H0Z" fill="#5b7f9e"/>
  <path d="M250 600c10-150 90-190 200-190s190 40 200 190Z" fill="#34507d"/>
  <circle cx="450" cy="280" r="120" fill="#e8b894"/>
  <path d="M325 270c0-110 60-150 125-150s125 40 125 150c-30-70-80-80-125-80s-95 10-125 80Z" fill="#3c2a20"/>
  <circle cx="408" cy="285" r="10" fill="#222"/><circle cx="492" cy="285" r="10" fill="#222"/>
  <path d="M410 335q40 34 80 0" fill="none" stroke="#8a3b2e" stroke-width="8" stroke-linecap="round"/>
</svg>`;

/** A drawn portrait, in place of a real person's photo. */
export async function paintFace(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 900, height: 600 } });
  await page.setContent(`<body style="margin: 0">${face}</body>`);
  const picture = await page.screenshot();
  await page.close();
  return picture;
}
