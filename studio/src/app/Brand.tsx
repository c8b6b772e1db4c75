/** @file The mark and the name. */

export function Brand() {
  return (
    <div className="brand">
      <svg viewBox="4 5 24 24" width="22" height="22" aria-hidden="true">
        <g stroke="var(--accent)" strokeWidth="2.4" strokeLinecap="round" fill="none">
          <path d="M7 22c4-9 9-12 17-13" />
          <path d="M13 15l-2 10M19 11l3 9" />
        </g>
        <g fill="var(--ink)">
          <circle cx="7" cy="22" r="2.2" />
          <circle cx="13.5" cy="14.5" r="2.2" />
          <circle cx="24" cy="9" r="2.2" />
          <circle cx="11" cy="25" r="1.7" />
          <circle cx="22" cy="20.5" r="1.7" />
        </g>
      </svg>
      <strong>posespace</strong>
    </div>
  );
}
