"""Sentences of lists, by code: refusals, and entries of the log."""

REFUSALS = {
    "list.at-work": "The list is being worked on. Wait until that is done.",
    "list.bomb": "Unpacked, this Excel file has more than {most} megabytes. Copy the list alone into a new "
    "workbook, and choose that.",
    "list.cell-error": "{cell} shows {error}. Write what should be there.",
    "list.columns": "More than {most} columns. Keep those with names, numbers and homes, and choose the file "
    "again.",
    "list.contact": "At most {most} characters for a phone number or e-mail.",
    "list.damaged": "This Excel file is damaged. Open it, save it again as .xlsx, and choose that.",
    "list.double": "The same as row {other}: it comes in once.",
    "list.empty": "There is nothing in this list. Choose a file with names in it, or paste some lines.",
    "list.encoding": "This list can’t be read. Save it in your spreadsheet as CSV UTF-8 or as Excel "
    "(.xlsx), and choose that.",
    "list.formula": "{cell} begins with {sign}, as a formula does. Write the name or number itself.",
    "list.full": "This Excel file has too many cells, perhaps empty ones. Copy the list alone into a new "
    "file, or save it as CSV.",
    "list.has-partner": "{player} has a partner since, so the list can’t be undone. Take that team "
    "out at the desk first.",
    "list.has-played": "{team} was seated since, so the list can’t be undone. Withdraw the {entrant}s that "
    "don’t play at the desk.",
    "list.heading-again": "These are the headings again. Take the row out.",
    "list.headings-twice": "Columns {columns} both look like “{meaning}”. Choose what each has, or give "
    "each its own heading.",
    "list.huge-cell": "A cell has more than {most} characters. Is a quotation mark missing? Correct it, and "
    "bring the list again.",
    "list.letters": "{cell}, “{text}”, was saved with the wrong letters. Write it again.",
    "list.line-break": "{cell} goes over two lines. Write it on one; a quotation mark may be missing.",
    "list.listed": "On the list of people who look for a partner already.",
    "list.long-cell": "{cell} has more than {most} characters. Is a quotation mark missing? Write it "
    "shorter.",
    "list.name-twice": "Row {other} is called {name}, too. Give one of them another name.",
    "list.no-names": "No heading says who plays. Name the columns Player 1 and Player 2, or choose what "
    "each column has.",
    "list.no-player": "There is no name in this row. Write who plays, or take the row out.",
    "list.no-sheet": "There is no sheet called “{sheet}”.{sheets: There are: *.|}",
    "list.none": "There is no list to look at. Choose a file, or paste some lines.",
    "list.not-coming": "Not read, because it says “{status}”.",
    "list.not-excel": "This is a ZIP file, not an Excel workbook. Save the list as .xlsx or CSV, and choose "
    "that.",
    "list.nothing-new": "Nobody in this list is new. Choose another, or throw it away.",
    "list.old-excel": "This is an old Excel file (.xls), or one with a password. Save it as .xlsx without a "
    "password, and choose that.",
    "list.one-or-two": "“{name}” can be one person or two. Write one as Ann Brown, and two as Ann Brown & "
    "Ray Lee.",
    "list.other": "Another list came in meanwhile, so nothing was changed. Look at that one.",
    "list.pdf": "This is a PDF, even if its name says otherwise. Save the list as CSV or Excel (.xlsx), or "
    "copy its lines and paste them.",
    "list.person-again": "{name} is in row {other}, too. Is it somebody else? Then it is right.",
    "list.picture": "This is a picture. Save the list as CSV or Excel (.xlsx), or paste its lines.",
    "list.plays-in": "{name} plays for {team} already. Is it somebody else? Then it is right.",
    "list.returns": "Withdrawn before: {entrant} {team} returns.",
    "list.rows": "More than {most} rows. Cut the list in two.",
    "list.signed-up": "Signed up already: {entrant} {team}.",
    "list.too-large": "This file has more than {most} megabytes. Keep the names, and choose it again.",
    "list.too-many": "At most {most} rows come in at once. Cut the list in two.",
    "list.too-many-people": "{rows} people are in {name}, and a {entrant} is {number}. Correct the name of "
    "the {entrant} in one of the rows {where}.",
    "list.undone-already": "This list was undone already, or is being undone.",
    "list.was-looking": "{name} is on the list of people who look for a partner, and stays there.",
    "list.web-page": "This is a web page, even if its name says otherwise. Save the list as CSV or Excel "
    "(.xlsx), or paste its lines.",
    "list.wrong-rows": "Something is wrong in {count} row{is_one:|s}. Correct the list and bring it again, "
    "or say that {is_one:this row is|these rows are} left out.",
}

LOG = {
    "list.brought": "A list came in, to be checked before its import.",
    "list.columns-chosen": "The columns of the list were chosen, or rows corrected.",
    "list.confirmed": "The import of a list with {entries} entries was asked for.",
    "list.dropped": "The list was thrown away.",
    "list.imported": "A list came in: {teams} teams or players, and {players} who are looking for a partner.",
    "list.undo-asked": "The undo of a list began.",
    "list.undone": "A list was undone: everybody it had brought was taken back.",
}
