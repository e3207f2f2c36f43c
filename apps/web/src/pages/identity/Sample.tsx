import type { ReactNode } from 'react';
import type { PhotoName } from './papers.ts';

function Frame({ children }: { readonly children: ReactNode }) {
  return (
    <svg viewBox="0 0 104 68" aria-hidden="true">
      {children}
    </svg>
  );
}

/** The side of a document that shows the owner's picture. */
export function FrontDrawing() {
  return (
    <>
      <rect x="3" y="3" width="98" height="62" rx="5" fill="#dbe6ff" />
      <path d="M3 8a5 5 0 0 1 5-5h88a5 5 0 0 1 5 5v6H3z" fill="#8fa9ea" />
      <rect x="9" y="6.5" width="36" height="4" rx="2" fill="#fff" />
      <rect x="10" y="21" width="25" height="31" rx="3" fill="#b3c5f2" />
      <circle cx="22.5" cy="31" r="5.5" fill="#6e88cc" />
      <path d="M12.5 52a10 9 0 0 1 20 0z" fill="#6e88cc" />
      <path d="M42 24h34M42 32h46M42 40h30" stroke="#7f99da" strokeWidth="3" strokeLinecap="round" />
      <path d="M42 50h50" stroke="#6e88cc" strokeWidth="4" strokeLinecap="round" />
      <circle cx="88" cy="24" r="5" fill="none" stroke="#8fa9ea" strokeWidth="2" />
      <path d="M10 60h84" stroke="#a9bdf0" strokeWidth="2" strokeDasharray="4 2" />
    </>
  );
}

function BackDrawing() {
  return (
    <>
      <rect x="3" y="3" width="98" height="62" rx="5" fill="#c4d0ec" />
      <rect x="3" y="11" width="98" height="11" fill="#5a74b8" />
      <rect x="10" y="28" width="17" height="13" rx="2.5" fill="#d9b65c" />
      <path d="M10 34.5h17M18.5 28v13" stroke="#a3813a" strokeWidth="1" />
      <path d="M34 31h58M34 38h44" stroke="#7f92c4" strokeWidth="3" strokeLinecap="round" />
      <path d="M10 49h84M10 55h84M10 61h56" stroke="#6c83bf" strokeWidth="3" strokeLinecap="round" />
    </>
  );
}

function HandDrawing() {
  return (
    <>
      <rect width="104" height="68" fill="#22336e" />
      <path d="M22 68c2-16 14-22 30-22s28 6 30 22z" fill="#4f7df0" />
      <path d="M38 18a14 14 0 0 1 28 0v8H38z" fill="#2b2142" />
      <circle cx="52" cy="25" r="13" fill="#e2b48d" />
      <path d="M39 21a13 13 0 0 1 26 0c-8 0-16-2-19-6-1 3-3 5-7 6z" fill="#2b2142" />
      <circle cx="47.5" cy="25" r="1.3" fill="#3b2a35" />
      <circle cx="56.5" cy="25" r="1.3" fill="#3b2a35" />
      <path d="M48 31c2 2.5 6 2.5 8 0" stroke="#8a4f3d" strokeWidth="1.6" fill="none" strokeLinecap="round" />
      <g transform="rotate(-8 28 54)">
        <rect x="12" y="43" width="33" height="22" rx="2" fill="#dbe6ff" />
        <rect x="15" y="47" width="9" height="11" rx="1" fill="#8fa9ea" />
        <path d="M27 49h14M27 54h12" stroke="#7f99da" strokeWidth="2" strokeLinecap="round" />
      </g>
      <g transform="rotate(7 76 54)">
        <rect x="59" y="42" width="32" height="23" rx="1.5" fill="#f4f4f0" />
        <path d="M63 48h22M63 52h16" stroke="#9aa3b5" strokeWidth="1.6" strokeLinecap="round" />
        <path
          d="M64 60c3-5 5-5 5-1s4-4 6-2 2 3 5 0 3 1 5 0"
          stroke="#2d55c8"
          strokeWidth="1.6"
          fill="none"
          strokeLinecap="round"
        />
      </g>
      <circle cx="13" cy="58" r="5" fill="#e2b48d" />
      <circle cx="92" cy="57" r="5" fill="#e2b48d" />
    </>
  );
}

/** Sample of each photo. */
export function Sample({ name }: { readonly name: PhotoName }) {
  return <Frame>{name === 'front' ? <FrontDrawing /> : name === 'back' ? <BackDrawing /> : <HandDrawing />}</Frame>;
}
