"""Word lists of the typeset tables."""

from __future__ import annotations


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


ACCOUNTS = _lines("""
    Capital expenditures
    Net sales
    Cost of goods sold
    Gross profit
    Research and development
    Interest expense
    Income taxes
    Net income
    Depreciation and amortization
    Cash and cash equivalents
    Accounts receivable
    Inventories
    Long-term debt
    Accrued wages
    Deferred revenue
    Dividends paid
    Share repurchases
    Advertising costs
    Pension contributions
    Restructuring charges
    Goodwill impairment
    Lease payments
""")
SEGMENTS = _lines("""
    Ferries
    Harbour services
    Rail freight
    Warehousing
    Air cargo
""")
SEGMENT_LINES = _lines("""
    Revenue
    Operating income
    Capital expenditures
    Depreciation
    Identifiable assets
""")
REGIONS = _lines("""
    North
    South
    East
    West
    Coastal
    Highlands
    Islands
    Capital district
    Border counties
    Export
""")
PRODUCTS = _lines("""
    Paint
    Timber
    Garden tools
    Roof tiles
    Insulation
""")
DEPARTMENTS = _lines("""
    Logistics
    Customer service
    Quality control
    Maintenance
    Human resources
    Legal affairs
    Procurement
    Marketing
    Information systems
    Catering
    Security
    Treasury
    Field engineering
    Archive
    Translation
    Internal audit
""")
SITES = _lines("""
    Head office
    Millbrook plant
    Oxley depot
    Research centre
""")
ANALYTES = _lines("""
    Sodium
    Potassium
    Creatinine
    Ferritin
    Haemoglobin
    Total bilirubin
    Albumin
    Calcium
    Magnesium
    Urea nitrogen
    Fasting glucose
    C-reactive protein
    Alkaline phosphatase
    Uric acid
    Triglycerides
    Serum iron
""")
TOWNS = _lines("""
    Tarvik
    Oldenmoor
    Castle Brae
    Ferrybridge
    Lindholm
    Port Avon
    Saltmarsh
    Wexcombe
    Birkdale
    Strand
    Kilmory
    Ashwell
    Northgate
    Elmstead
    Ravensby
    Thornhill
    Greywater
    Marlow Point
    Upper Dunning
    Whitsand
    Cold Harbour
    Fellgate
    Hawkshead
    Inverlay
""")
SERIES = _lines("""
    KV
    TRX
    Halden
    MP
    Corvo
    NQ
    Zeta
    LB
""")
DRIVES = _lines("""
    Belt drive
    Direct drive
    Magnetic coupling
    Hydraulic drive
""")
CLUBS = _lines("""
    Harwick Rovers
    Oxley United
    Tarvik Athletic
    Castle Brae
    Millbrook Town
    Saltmarsh City
    Fell Wanderers
    Port Avon
    Lindholm Rangers
    Greywater Albion
    Northgate Harriers
    Strand Corinthians
    Birkdale Vale
    Ravensby Borough
    Thornhill Thistle
    Wexcombe Argyle
    Kilmory Celtic
    Ashwell Orient
""")
ORGANISATIONS = _lines("""
    Brindle Ferries
    Oakhampton Council
    Larkspur Foundation
    Marram Energy
    Teasel Instruments
    Hollin Transport
    Sorrel Institute
    Bracken Mills
    Yarrow Trust
    Campion Works
    Fennel Holdings
    Juniper Society
    Meadowsweet Group
    Tansy Laboratories
""")
PROSE = _lines("""
    The committee met four times during the period and approved all statements without a vote.
    Readers should note that earlier publications used a different method of counting.
    Net sales are recognised when goods leave the warehouse, and returns are deducted at once.
    Capital expenditures are planned each spring and reviewed by an outside engineer.
    Departments with fewer than three people are not shown, so that nobody can be identified.
    Temperature and rainfall are read by volunteers every morning at nine.
    The league changed its rules on points and extra time after long discussions.
    Ferritin and sodium were measured by an independent laboratory that did not know the groups.
    Every pump is tested for flow and noise before it leaves the works.
    Figures may not add up to totals because of rounding.
    The secretary thanks all who sent corrections to the last edition.
    Sales in the islands depend on the ferries and therefore on the weather.
    A full account of the methods can be had from the office on request.
    No events after the closing date are known that would change the picture.
    Part-time work was made easier, and several trainees stayed after their first year.
    The stations were moved only once, and the old readings were adjusted with care.
""")
