import { gunzipSync } from 'node:zlib';

const text = [
  'H4sIAAAAAAACA+3YsW/cVBzAcaeNSocKRYKhoA7pE0OEDL2LmpB6wUlLlEiFXGmQqE5X4ZxfciY+++rng1TJSSdg6AZSkRiqdmNHrZAqlsIGS8',
  'dKHTrlH6iahaES4Gf7cpfcnQjKUOD7WZ7f+z2/e35+7/np5ueX33vJMIzvvn89NHILX9ibIvbqUlgFU1TDet0J3PNhM4iFdc4UvqPipciV0aIr',
  'rLOmcJSSsRJWeVNUQ1cKS8wtnxemcGXVqzu+EtZMy+zEPrp8YbknON2qmMJTqildYZULZrGgVZI6jvu+DIRVrpi6P5FKr1elVMLaFOHnwZ6ycq',
  'VliroTrec9ipp+Wlddr6+Eftq5M1knVhyVPuO1ZhhLYRVN0Qy8WJVkdDGMhZV0Zbdo2auuZ8WmqHvBpaYTxF58/WKY/FYx+d2NPWXpo+jaH4Sx',
  'FwaOr3+v7mzs5rNanbrOuozmpSw16nkP4u6iSV204gSuzuo35PtOpHNTeRsbSw0Z6Lek9C2mULGTPKMIGzIQLVPEkbe2JiM96hVTKFkNAzcbzG',
  'YQe2lPa2FTybl8nHTuUjpYM+lMKEVeVSZDo3SNOHJcmc2VQqvSMrrN2Gl6IUufPugJG25e/q4x1P74kd6sbqf91du/dMdHOtGv0/gr5qzO39ix',
  '+8UHy5/j1J56r2b5kj13Ykdf3dlz523jILZ0e2OGYYz3ido/Xp4rLf504pOjv+7sjZ0c0upvTuGOcciOD4l9+e2N28b/Wj5fJgbM+4Ws/EqWnt',
  'NpoRO/mpW/YS8ktfe1+/GAdjcGrKcrnfb2pW3DePLs1kT3PPojk1w7/R/QPkj7z0/PtfOaha67kuuV/rNrQPuLdu+6W0zaP+LffHQ/r5n3+2Q2',
  'btW+7Y8dpP9HRx5OF5Pcsa6xKWTX7tD339m/HvSt9s01u1w+O2NuCrnR8CKpZmO9p6o4bOzusJ760FNesCasVcdX0hRhXJPRRbkmLCFM8ZmnvB',
  'Vfph+gKVPUPNeVQZo9O2UKpy4DV7q77dWk7+oLX67pD4aw3iq2Kmb5nclhPSlO9vQljprDu1Lo7UphYE+K6SestzeVvuM5PmDe23b3Pj6evf/R',
  'nrUzbB/P10vJ3jmU9b819HvSb//Gi8i2N4WSMl0uciOOnOy8lM7ccnbcaV+yN0W11gySeV1OTrKq4UQyrarLswNS0RSrURika2vFqa4La3ImOc',
  '/p6GTn8PTUHmn//fPJX+ee2aW72zW9F73ZdTIaeF+23336u/34zL3tRhhGvGsAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAeJHN2Gl6yu4tH8vypU55cUAL7ftpOjH0d7',
  'bsf9rDhSGxkYfTxRdlJE8ahlEYEHt+eq7t33x0/6BtPnl2a+LfMV+MffNl+4At1w5pvrw8JPb4zL1t1vzhWbq7XRte47hdLlR2s6M/6Pc6YhjG',
  'a9messgwAgAAAADwnzPakxvP/ue5kqVjB/zfJ7//6s/5/ceyyJ/MEmU3iCABAA==',
].join('');

/** Written by version 7: owner 1000 has two plain bids, an iceberg and a stop in a market without limits on work, and a rejected order. */
export function snapshotOfVersion7(): Uint8Array {
  return gunzipSync(Buffer.from(text, 'base64'));
}

export const hashOfVersion7 = '01bc8746a00d5617';
